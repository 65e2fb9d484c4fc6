"""What a person meets around a check: widths, chosen rules, watching, completion, mistakes."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from modcheck.report.account import Account
from modcheck.report.github import github
from modcheck.report.text import _fit
from modcheck.system.last_lines import LastLines
from modlab.commands.interruption import Interruption, stopping_gently
from modlab.commands.watch import Snapshot, repeat_on_change, snapshot
from modlab.streams import lay_out, spell_in_ascii, width_of, wrap_lines
from reported import CRASH
from test_cli import (
    CONFORMS,
    DEVIATES,
    INFRASTRUCTURE,
    USAGE,
    assert_one_line,
    launch,
    restore_process,
    run,
)
from test_kits import run as run_line
from test_reports_cli import FAULTY

LIBRARY: Final = Path(__file__).parents[1] / "docs" / "library"

__all__ = ["restore_process"]


@pytest.mark.parametrize(("columns", "width"), [("40", 60), ("60", 60), ("84", 84), ("200", 100)])
def test_a_report_is_as_wide_as_the_terminal_within_limits(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    stream = io.StringIO()
    assert 80 == width_of(stream)
    monkeypatch.setattr(stream, "isatty", lambda: True)
    assert width == width_of(stream)


def test_lines_are_wrapped_at_the_width_of_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    short, words = "it fits", " ".join(["four"] * 20)
    assert words == wrap_lines(words, stream)
    monkeypatch.setattr(stream, "isatty", lambda: True)
    lines = [" ".join(["four"] * 12), "  " + " ".join(["four"] * 8)]
    assert "\n".join([short, *lines]) == wrap_lines(f"{short}\n{words}", stream)
    assert "   a\n     " + "b" * 70 == wrap_lines("   a " + "b" * 70, stream)


def test_a_text_that_grows_when_it_is_spelled_in_ascii_still_fits() -> None:

    def render(width: int) -> str:
        return "∈" + "-" * (width - 1)

    in_ascii = io.TextIOWrapper(io.BytesIO(), "modlab_ascii")
    assert 80 == len(spell_in_ascii(lay_out(render, in_ascii)))
    assert 80 == len(lay_out(render, io.StringIO()))


def test_pictures_move_together_and_then_below_one_another() -> None:
    lines = ["  aaaa    bbbb    cccc", "  a  a    b  b    c  c"]
    assert lines == [*_fit(lines, 22)]
    assert ["  aaaa  bbbb  cccc", "  a  a  b  b  c  c"] == [*_fit(lines, 18)]
    expected = ["  aaaa  bbbb", "  a  a  b  b", "", "  cccc", "  c  c"]
    assert expected == [*_fit(lines, 17)]


def test_with_ascii_nothing_else_is_printed() -> None:
    data = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(data, "utf-8", write_through=True)):
        code = run_in_stream("check", *FAULTY, "--ascii", "--why")
    assert DEVIATES == code
    text = data.getvalue().decode("ascii")
    assert text.startswith("x py:")
    assert "=> AlreadyGranted" in text
    assert "e ?" == spell_in_ascii("é ♞")


ASCII_COMMANDS = (
    ("explain", "f5 d6", "d3"),
    ("explain", "f5 d6", "d3", "--tree"),
    ("show", "othello"),
    ("show", "--moves", "f5 d6"),
)


@pytest.mark.parametrize("arguments", ASCII_COMMANDS)
def test_every_command_prints_ascii_alone_if_asked(arguments: tuple[str, ...]) -> None:
    data = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(data, "utf-8", write_through=True)):
        assert CONFORMS == run_in_stream(*arguments, "--ascii")
    text = data.getvalue().decode("ascii")
    assert "?" not in re.sub(r"\?$", "", text, flags=re.M), "each character has its spelling"


def run_in_stream(*arguments: str) -> int:
    """Run a command that prints to the present standard output."""
    import sys

    from othello_mis.commands.main import main

    before, sys.argv = sys.argv, ["othello-mis", *arguments]
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        sys.argv = before
    return int(ended.value.code or 0)


TWO_FAULTS = """
from wrong_implementations.handicap import granted_twice

class Handicap(granted_twice.Handicap):
    def corners(self):
        return 1 // 0
"""


def test_only_the_first_fault_is_shown_and_the_number_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two_faults.py").write_text(TWO_FAULTS)
    monkeypatch.syspath_prepend(tmp_path)
    program = ("--module", "handicap", "py:two_faults:Handicap", "--brief")
    every = run("check", *program).out.splitlines()[1:]
    assert len(every) > 1
    _, first, more = run("check", *program, "-x").out.splitlines()
    assert every[0] == first
    assert re.fullmatch(r"  \d more faults? (is|are) found; --first leaves (it|them) out", more)


def test_chosen_rules_decide_what_is_shown_and_the_exit_code() -> None:
    failing = run("check", *FAULTY, "--brief", "--only", "granted-once")
    assert DEVIATES == failing.code
    assert ": 1 rule fails, 0 pass; --only leaves out the others\n" in failing.out
    unjudged = run("check", *FAULTY, "--brief", "--only", "failed-call")
    assert INFRASTRUCTURE == unjudged.code
    assert unjudged.out.startswith("? ")
    assert CONFORMS == run("check", *FAULTY, "--only", "answers").code
    wrong = run("check", *FAULTY, "--only", "granted-onc")
    assert_one_line(wrong, USAGE, "no such rule; did you mean granted-once[?]")


PUSHES_FIRST = """
class Empty(Exception): ...
class Full(Exception): ...

class Stack:
    def init(self): self.items = []
    def push(self, item):
        self.items.append(item)
        if len(self.items) > 4: raise Full
    def pop(self):
        if not self.items: raise Empty
        self.items.pop()
    def top(self):
        if not self.items: raise Empty
        return self.items[-1]
    def depth(self): return len(self.items)
"""


def test_a_rule_of_the_notation_may_be_chosen(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parent.parent / "docs" / "library" / "stack.py", tmp_path)
    (tmp_path / "mine.py").write_text(PUSHES_FIRST, encoding="utf-8")
    for name, code in (("failed-call", 1), ("answers", 1), ("queries-pure", 0), ("empty", 0)):
        done = run_line(f"modspec check stack.py mine.py --unsafe --only {name}", tmp_path)
        assert code == done.code, name


def test_a_changed_file_is_noticed_and_a_report_is_not(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("one")
    before = snapshot(tmp_path, {tmp_path / "report.html"})
    (tmp_path / "report.html").write_text("x")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "game.pyc").write_text("x")
    assert before == snapshot(tmp_path, {tmp_path / "report.html"})
    (tmp_path / "game.py").write_text("another")
    assert before != snapshot(tmp_path, {tmp_path / "report.html"})


def test_a_check_is_made_again_in_a_new_process_when_a_file_changes() -> None:
    reader, writer = os.pipe()
    this = os.getpid()
    file = Path("othello.py")
    looks: list[Snapshot] = [{}, {}, {file: (1, 2)}, {file: (1, 2)}]

    def look() -> Snapshot:
        if not looks:
            raise KeyboardInterrupt
        return looks.pop(0)

    try:
        with pytest.raises(SystemExit) as ended:
            repeat_on_change(look)
    finally:
        if os.getpid() != this:  # it returns in the processes that check
            os.write(writer, b"checked ")
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as checks:
        assert b"checked checked " == checks.read()
    assert 130 == ended.value.code


def test_a_check_that_is_made_again_says_the_same_and_what_it_prints_is_no_change(
    tmp_path: Path,
) -> None:
    program = tmp_path / "stack.py"
    program.write_text("class Stack:\n    def init(self):\n        self.elements = []\n")
    printed = tmp_path / "printed"
    command = f"check {LIBRARY / 'stack.py'} {program} --watch".split()
    with printed.open("w") as output:
        watching = subprocess.Popen(
            [sys.executable, "-c", "from modlab.modspec_command import main; main()", *command],
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        for number in (1, 2):
            wait_for(lambda number=number: printed.read_text().count("watching") == number)
            time.sleep(1)  # three times as long as between two looks
            program.touch()
    finally:
        os.killpg(watching.pid, signal.SIGKILL)  # it may ignore SIGINT, as what starts it does
        watching.wait()
    _, *checks = re.split(r"checked at .*\n", printed.read_text())
    assert checks[0] == checks[1]
    assert len(checks) <= 3  # the last change may still have been seen


def wait_for(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + 100
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_the_first_interruption_is_noted_and_the_second_ends() -> None:
    found = Interruption()
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), stopping_gently("a name", found):  # noqa: PT012  # the second signal raises, not the first
            signal.raise_signal(signal.SIGINT)
            assert found.happened
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_annotation_is_one_line_whatever_a_program_says() -> None:
    fault = {**CRASH, "got": "a\n::error::b%, (othello.py, line 74)", "hints": []}
    verdict = {"implementation": "x,y:z", "faults": [fault]}
    (line,) = github(Account(verdict), "src/othello.py").splitlines()
    assert re.match("::error file=src/othello.py,line=74,title=[^:,]* fails::", line)
    assert line.endswith("a%0A::error::b%25, (othello.py, line 74)")
    failed = github(Account(verdict, (), "no such\nfile"))
    assert "::error title=x%2Cy%3Az could not be judged::no such%0Afile\n" == failed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_the_command_by_its_name(shell: str) -> None:
    script = launch(_OTHELLO_MIS_COMPLETE=f"{shell}_source").out
    assert "_OTHELLO_MIS_COMPLETE" in script
    assert re.search(r"complete .*othello-mis|compdef .* othello-mis", script)


def test_what_a_program_prints_is_kept_by_its_last_lines() -> None:
    stream = LastLines()
    for number in range(10_000):
        print("board", number, file=stream)
    assert (10_000, ["board 9997", "board 9998", "board 9999"]) == (
        stream.count,
        [*stream.lines],
    )


ASKS = """
class Handicap:
    def init(self):
        input("Your name? ")
"""


def test_who_asks_for_input_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asks.py").write_text(ASKS)
    monkeypatch.syspath_prepend(tmp_path)
    shown = run("check", "--module", "handicap", "py:asks:Handicap", "--brief").out
    assert "EOFError: your program asks for input: Your name?" in shown


ROUTINES = """class Othello:
    def init(self):
        {}
    def move(self, row, col): pass
    def turn(self): pass
"""

MISTAKES = [
    (["check", "otelo.py"], "there is no file otelo.py; did you mean othello.py[?]"),
    (["check", "empty"], "nothing to run was recognised in empty; name the file, or call it"),
    (["check", "nothing.py"], "nothing.py is empty; save your program in it, or name another"),
    (["check", "broken.py"], "othello-mis: broken.py, line 1: SyntaxError: [^;]*$"),
    (["play", "--player", "x"], "No such option '--player'. .see othello-mis play --help.$"),
    (["check", "notes.txt"], "notes.txt is no program; name a source file, whose name ends in"),
    (["check", "py:othello:Othelo"], "othello has no class 'Othelo'; did you mean Othello[?]"),
    (["check", "py:otello"], "no module 'otello'; .*; did you mean py:othello[?]"),
    (["check", "py:othello.Othello"], "did you mean py:othello:Othello[?]"),
    (["check", "othello", "--unsafe"], "there is no program othello; .* did you mean othello.py"),
    (["check", "./nosuch", "--unsafe"], "no program ./nosuch; give the path of one, .* PATH$"),
    (["check", "./locked", "--unsafe"], "./locked is not executable; try chmod [+]x ./locked$"),
    (["check", "./greets", "--unsafe"], 'not JSON: "hi"; it should answer .*"hello":1'),
    (["check", "othello.py", "b.py"], "2 programs are given, othello.py and b.py; give one"),
    (["check", "othello.py", "--folder", "."], "--folder is for command lines and py: modules"),
    (
        ["check", "othello.py", "--modul", "x"],
        "No such option '--modul'. Did you mean '--module'[?]",
    ),
    (["chek", "othello.py"], "no command 'chek'; did you mean check[?]"),
    (["check", "othello.py", "--report", "htlm=x"], "no format 'htlm'; did you mean html[?]"),
    (["check", "othello.py", "--report", "x.html"], "'x.html' names no format; write html=x.html"),
    (["check", "othello.py", "--report", "html=empty"], "empty is a folder; name a file in it"),
    (["check", "othello.py", "--convention", "frist=white"], "'frist'; did you mean first[?]"),
    (["check", "othello.py", "--size", "7"], "no board of 7x7; sizes are even, from 4 to 16"),
    (["check", "othello.py", "--soak", "10"], "'10' is no time; write 90s, 10m or 2h"),
    (["check", "othello.py", "--only", "forfiet"], "no such rule; did you mean forfeit[?]"),
    (["check", "othello.py", "--config", "no.toml"], "no.toml cannot be read: .*; name a TOML"),
    (["check", "Othello.class"], "a compiled class; name its .*: 'java -cp . Othello'$"),
    (["check", "othello.Othello", "--unsafe"], "did you mean othello.py:Othello[?]$"),
    (["check", "othello.pi", "--unsafe"], "did you mean othello.py[?]$"),
    (["check", "./windows", "--unsafe"], "as on Windows, so .* no env python3; save the file wi"),
    (
        ["check", "old.py", "--unsafe"],
        "old.py, line 3: SyntaxError: Missing parentheses in call to 'print'",
    ),
    (["check", "asks.py", "--unsafe"], "EOFError: your program asks for input: Name[?]$"),
    (["check", "python3 prose.py", "--unsafe"], "not JSON: .*'othello-mis init python' writes an"),
    (["check", "folder", "--unsafe"], "not JSON: .*'othello-mis init python' writes an adapter"),
    (["check", "othello.py", "--module", "mach"], "no module 'mach' to .*; did you mean match[?]"),
    (["check", "othello.py", "--seed", "x"], "'--seed': 'x' is not a valid integer"),
    (["check", "othello.py", "--report", "html=no/x"], "there is no folder no to write"),
    (["show", "othelo"], "no module 'othelo'; did you mean othello[?]"),
    (["show", "match.move"], "move is no module; write match, which has all of it"),
    (["check", "othello.py", "--html", "x"], "'--html'; write --report html=FILE"),
    (["check", "othello.py", "-o", "x"], "'-o'; write --report html=FILE"),
    (["check", "othello.py", "--json", "v.json"], "v.json is no program; .* write --json > v.json"),
    (["check", "othello.py", "--timeout", "5s"], "'5s' is no number of seconds; write 5 or 0.5"),
    (["check", "py:package", "--unsafe"], "a package whose .* modules: py:package.game$"),
    (["help", "check"], "no command 'help'; write othello-mis check --help"),
    (["explain", "verdict.json"], "there is no file verdict.json; give a verdict, a game or a"),
    (["explain", "f5 d6"], "after the moves give a square to explain: 'f5 d6' c3"),
    (["show", "--moves", "f5 a1"], "move 2, a1, is not valid for White: .* .must-capture.$"),
    (["init", "pyton"], "'pyton' is not one of 'python', 'java'"),
    (["grade", "nowhere"], "nowhere cannot be read: .*; give a folder with a folder, or a source"),
    (
        ["explain", "f5", "z9"],
        "'z9' names no square; write a column letter and a row, from a1 to h8",
    ),
]


@pytest.mark.parametrize(("arguments", "why"), MISTAKES)
def test_a_typical_mistake_gets_one_helpful_line(
    arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("empty").mkdir()
    Path("package").mkdir()
    Path("package/__init__.py").write_text("")
    Path("package/game.py").write_text(ROUTINES.format("pass"))
    Path("othello.py").write_text("class Othello:\n    pass\n")
    Path("notes.txt").write_text("hello\n")
    Path("nothing.py").touch()
    Path("broken.py").write_text("def f(:\n")
    Path("Othello.class").write_text("")
    Path("old.py").write_text(ROUTINES.format('print "hello"'))
    Path("asks.py").write_text("input('Name?')\n" + ROUTINES.format("pass"))
    Path("prose.py").write_text("print('Your move?')\n")
    Path("folder").mkdir()
    Path("folder/main.py").write_text("print('Your move?')\n")
    Path("windows").write_bytes(b"#!/usr/bin/env python3\r\n")
    for name, mode in (("locked", 0o644), ("greets", 0o755)):
        Path(name).write_text("#!/bin/sh\necho hi\n")
        Path(name).chmod(mode)
    result = run(*arguments)
    assert_one_line(result, result.code, why)
    assert result.code in (USAGE, INFRASTRUCTURE)


CONTRADICTIONS = {
    "--unsafe --sandbox landlock": "leave --sandbox landlock out, or --unsafe",
    "--brief --why": "--brief prints a line for each fault: leave --why out, or --brief",
    "--json --brief": "--json prints the whole verdict: leave --brief out, or --json",
    "--json --why": "--json prints the whole verdict: leave --why out, or --json",
    "--json --first": "--json prints the whole verdict: leave --first out, or --json",
    "--json --report json=-": "both print to standard output: leave --json out, or name a file",
    "--folder nope": "--folder: there is no folder nope",
    "--folder .": "--folder is for a program in a process of its own: leave it out, or add --is",
    "--limit 0s": "Invalid value for '--limit': 0s leaves no time for any call; write 90s or 5m",
}


@pytest.mark.parametrize("options", CONTRADICTIONS)
def test_options_that_contradict_each_other_are_refused(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("check", "py:wrong_implementations.sound:Othello", *options.split())
    assert_one_line(told, USAGE, re.escape(CONTRADICTIONS[options]))


@pytest.mark.parametrize("options", ["--unsafe --sandbox none", "--report json=-"])
def test_options_that_agree_are_taken(
    options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("check", "py:wrong_implementations.sound:Othello", "--games=0", *options.split())
    assert (CONFORMS, "") == (told.code, told.err)
