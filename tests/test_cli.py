"""The command line: the output of each command, its exit code, and one line for every error."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import AUTO, Sandbox
from modcheck.testing.trace_generator import TraceGenerator
from modcheck.verdict.rule_status import rules_stated
from modspec.run.machine import Machine
from othello_mis.commands.main import main
from othello_spec import MODULES, module
from othello_spec.rules import RULES
from othello_suite.domains import DOMAINS

TESTS = Path(__file__).parent
PROGRAMS = TESTS / "programs"
PYTHON = shlex.quote(sys.executable)
SPECIMEN = "py:wrong_implementations.{}:Othello"

CONFORMS, DEVIATES, USAGE, INFRASTRUCTURE = 0, 1, 2, 3

TRUSTED = "--unsafe"
"""These programs are ours, and some read files elsewhere; those of tests/hostile are confined."""

LAUNCH = [sys.executable, "-c", "from othello_mis.commands.main import main; main()"]


class Result(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def restore_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore the path, the signals and the garbage collection of the process."""
    monkeypatch.setattr(sys, "path", sys.path.copy())
    handler, threshold = signal.getsignal(signal.SIGTERM), gc.get_threshold()
    yield
    signal.signal(signal.SIGTERM, handler)
    gc.set_threshold(*threshold)
    gc.unfreeze()


def run(*arguments: str) -> Result:
    """Run a command in this process, where a traceback would be an exception."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["othello-mis", *arguments]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as ended:
                code = ended.code
    finally:
        sys.argv = before
    assert isinstance(code, int)
    return Result(int(code), out.getvalue(), err.getvalue())


def launch(*arguments: str | bytes, **environment: str) -> Result:
    """Run a command in a process of its own, in the folder of the tests."""
    done = subprocess.run(
        [*LAUNCH, *arguments],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": "", "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        timeout=600,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_one_line(result: Result, code: int, why: str) -> None:
    """That a command failed, with one line that says why, and nothing else."""
    assert code == result.code
    assert re.search(why, result.err), result.err
    assert 1 == result.err.count("\n")
    assert result.err.endswith("\n")
    assert "Traceback" not in result.err
    assert "a fault of its own" not in result.err
    assert "" == result.out


# -- check -----------------------------------------------------------------------------------------


def test_a_sound_implementation_conforms() -> None:
    result = run("check", "--impl", SPECIMEN.format("sound"), "--games", "0")
    first, *rest = result.out.splitlines()
    assert (CONFORMS, "") == (result.code, result.err)
    assert "✓ py:wrong_implementations.sound:Othello conforms to othello" == first
    assert "9 access programs, 2 exceptions" in " ".join(" ".join(rest).split())
    assert "  sandbox      none: it runs in this process and is trusted" in rest


def test_a_faulty_implementation_gets_the_rule_the_game_and_the_boards() -> None:
    result = run("check", "--impl", SPECIMEN.format("only_the_first_direction_flipped"))
    assert (DEVIATES, "") == (result.code, result.err)
    for part in (
        "✗ py:wrong_implementations.only_the_first_direction_flipped:Othello:\n  1 rule fails, ",
        "  rule         directions: ",
        "  game         d3 e3 ",
        "after 2 moves; no shorter game shows it",
        "  expected     ",
        "  got          ",
        "before ",
    ):
        assert part in result.out
    assert all(len(line) <= 80 for line in result.out.splitlines()[1:])


def misbehaving(name: str) -> str:
    return f"{PYTHON} {shlex.quote(str(PROGRAMS / 'misbehaving' / name))}.py"


CANNOT_BE_JUDGED = {
    "no routines at all": (
        "py:textwrap",
        "offers no init, the routine that begins othello; the checker calls init, m",
    ),
    "a package without routines": (
        "py:json",
        r"py:json is a package .* none of the routines; name one of its modules: py:json\.decoder",
    ),
    "exits at once": (misbehaving("exits_at_once"), "it ended with exit status 0; it should"),
    "prints no JSON": (misbehaving("prints_no_json"), 'not JSON: "Welcome to Othello! Black'),
    "floods its output": (misbehaving("floods_output"), "a line of more than 65536 bytes"),
    "hangs": (misbehaving("hangs"), "no answer within 1 s"),
}
"""An implementation, and why it cannot be judged."""

NOT_STARTED = {
    "no such module": ("py:nowhere_at_all", "no module 'nowhere_at_all'"),
    "no such class": ("py:wrong_implementations.sound:Nowhere", "no class 'Nowhere'"),
    "no such class, confined": ("py:game:Nowhere --isolate", "^othello-mis: game has no class"),
    "no such class in a file": ("game.py:Nowhere", "^othello-mis: game has no class 'Nowhere'"),
    "no such program": ("./nowhere", r"no program \./nowhere; give the path of one"),
    "not executable": (shlex.quote(str(TESTS.parent / "LICENSE")), "is not executable; try chmod"),
    "a folder": (
        f"{shlex.quote(f'{PROGRAMS} --pipe')}",
        "is a folder; give the path of a program",
    ),
    "an open quotation": ('"./student \'oops"', "quote it as for a shell"),
}
"""An implementation that is not there, as words of a command line, and what is said of it."""


@pytest.mark.parametrize("case", CANNOT_BE_JUDGED)
def test_what_cannot_be_judged_is_told_in_one_line(case: str) -> None:
    implementation, why = CANNOT_BE_JUDGED[case]
    result = run("check", "--impl", implementation, "--timeout", "1", TRUSTED)
    assert_one_line(result, INFRASTRUCTURE, why)


@pytest.mark.parametrize("case", NOT_STARTED)
def test_a_program_that_is_not_there_is_wrong_usage(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.py").write_text("class Othello:\n    def init(self): ...\n")
    words, why = NOT_STARTED[case]
    assert_one_line(run("check", *shlex.split(words), TRUSTED), USAGE, why)


def test_a_package_that_is_executed_anew_keeps_its_submodules() -> None:
    run("check", "--impl", "py:json")
    package = sys.modules["json"]
    assert json is not package
    assert sys.modules["json.encoder"] is vars(package)["encoder"]


BROKEN_DOWN = {
    "dies_mid_game": "it ended with exit status 3",
    "hangs_midgame": "no answer within 1 s",
    "floods_lines": "more than one line in answer to a request",
    "huge_line": "a line of more than [0-9]+ bytes",
    "closes_stdout": "it closed its output",
    "invalid_utf8": "not UTF-8",
    "wrong_id": 'the "id" of its line is integer 2, not 1',
    "too_few_replies": "it gave 0 replies, not 1",
}
"""A program that shakes hands and spoils the conversation later, and how."""


@pytest.mark.parametrize("name", BROKEN_DOWN)
def test_a_program_that_breaks_down_is_judged_by_that_and_one_line_says_where(name: str) -> None:
    seconds = "1" if name.startswith("hangs") else "60"  # a busy machine is no fault
    limits = ("--timeout", seconds, "--limit", "5s")  # it breaks down in every game
    result = run("check", "--impl", misbehaving(name), *limits, TRUSTED)
    assert DEVIATES == result.code
    at = "(broke down|goes wrong) at "
    assert all(re.search(at, line) for line in result.err.splitlines())
    assert re.search(f"{at}.*{BROKEN_DOWN[name]}", result.err)
    assert result.out.startswith("✗ ")
    assert re.search(BROKEN_DOWN[name], " ".join(result.out.split()))
    assert "  rule         none: no rule covers this fault\n" in result.out


def test_a_program_that_answers_the_wrong_type_gets_a_verdict_that_says_so() -> None:
    result = run("check", "--impl", misbehaving("answers_wrong_type"), TRUSTED)
    assert DEVIATES == result.code
    assert "  rule         inspect-cell: " in result.out
    assert "  expected     empty\n  got          0 (where a name is due)\n" in result.out
    assert re.search(r"^  call +cell\(", result.out, re.MULTILINE)


def test_a_routine_that_is_missing_is_derived_and_the_report_says_so() -> None:
    result = run("check", "--impl", misbehaving("missing_routine"), "--games", "0", TRUSTED)
    assert (CONFORMS, "") == (result.code, result.err)
    assert "conforms to othello\n" in result.out
    assert re.search(
        "^  derived +game_over, from the answers of has_valid_moves$", result.out, re.MULTILINE
    )
    assert "  sandbox      none, as --unsafe asks for\n" in result.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["check"], "no program is given; name a file, as in othello.py or Othello.java, a modul"),
        (["check", "py:a", "--impl", "py:b"], "two programs are given, py:a and --impl py:b; give"),
        (["check", "--impl", ""], "no program is given; name a file, as in othello.py"),
        (["check", "--impl", "py:"], "'py:' names no Python module"),
        (["check", "--impl", "py:a..b"], "names no Python module"),
        (["check", "--impl", "py:a:b:c"], "names no Python module"),
        (["check", "--impl", "py:a b"], "names no Python module"),
        (["check", "--impl", "py:a", "--module", "chess"], "no module 'chess' to check against"),
        (["check", "--impl", "py:a", "--module", "board"], "no module 'board' to check against"),
        (["check", "--impl", "py:a", "--seed", "x"], "'x' is not a valid integer"),
        (["check", "--impl", "py:a", "--games", "-1"], "-1 is not in the range"),
        (["check", "--impl", "py:a", "--timeout", "0"], "0.0 is not in the range"),
        (["check", "--impl", "cat", "--timeout", "nan"], "timeout"),
        (["check", "--impl", "cat", "--timeout", "inf"], "timeout"),
        (["check", "--impl", "cat", "--timeout", "1e308"], "timeout"),
        (["check", "--impl", "py:a", "--soak", "10"], "'10' is no time; write 90s, 10m or 2h"),
        (["check", "--impl", "py:a", "--soak", "m"], "'m' is no time"),
        (["check", "--impl", "py:a", "--soak", "-1s"], "'-1s' is no time"),
        (["check", "--impl", "py:a", "--soak", "1.5h"], "'1.5h' is no time"),
        (["check", "--impl", "py:a", "--soak", "٣s"], "is no time"),
        (["check", "--impl", "py:a", "--convention", "first"], "'first' is no NAME=VALUE"),
        (
            ["check", "--impl", "py:a", "--convention", "a=b"],
            "no convention 'a'; the conventions are: first,",
        ),
        (
            ["check", "--impl", "py:a", "--convention", "first=red"],
            "no value 'red' of first; the values are: ",
        ),
        (
            ["check", "--impl", "py:a", "--convention", "frist=white"],
            "no convention 'frist'; did you mean first[?]",
        ),
        (
            ["check", "--impl", "py:a", *("--convention=first=white", "--convention=first=black")],
            "first is declared twice: white and black",
        ),
        (
            ["check", "--impl", "py:a", "--module", "clock", "--convention", "first=white"],
            "no convention 'first'; there is no convention",
        ),
        (
            ["check", "--impl", "py:a", "--module", "match", "--trusting-move"],
            "no convention 'illegal'; there is no convention",
        ),
        (["check", "--impl", "./a", "--sandbox", "none"], "give --unsafe as well if you trust"),
        (["check", "--impl", "./a", "--sandbox", "jail"], "'jail' is not one of"),
        (["check", "--impl", "./a", "--isolate"], "--isolate is for py: implementations"),
        (["check", "py:a", "more"], "2 programs are given, py:a and more; give one; if"),
        (["chekc"], "there is no command 'chekc'; did you mean check[?] .see othello-mis --help"),
        (["othello.py"], "no command 'othello.py'; did you mean othello-mis check othello.py[?]"),
        (["py:othello"], "no command 'py:othello'; did you mean othello-mis check py:othello[?]"),
        (["--chekc"], "No such option '--chekc'"),
        (["check", "py:a", "--modul", "match"], "'--modul'. Did you mean '--module'"),
        ([""], "there is no command ''; the commands are: bench|check, "),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], why: str) -> None:
    assert_one_line(run(*arguments), USAGE, why)


# -- implementations that do odd things ------------------------------------------------------------

ODD = {
    "exits": ("import sys\n        sys.exit(0)", "exception SystemExit"),
    "recurses": ("return self.winner()", "exception RecursionError"),
    "answers_a_list": ("return [1, 2]", r"\[1, 2\] \(where a name is due\)"),
    "answers_itself": ("return self", "Othello <"),
    "answers_what_has_no_text": (
        "return type('X', (), {'__repr__': lambda self: 1 / 0})()",
        "X",
    ),
    "answers_a_huge_number": ("return 10**6000", "int of too many digits"),
    "answers_control_characters": ("return '\\x1b[2J'", r"'\\x1b\[2J'"),
    "answers_half_a_character": ("return '\\udcff'", r"'\\udcff'"),
    "answers_at_length": ("return 'x' * 10**6", "'x{50}"),
    "overruns": (
        "return [][8]",
        r"exception IndexError: list index out of range \(odd_overruns.py, line 6\)",
    ),
    "raises_far_away": (
        "import random\n        random.choice([])",
        r"exception IndexError: .* \(odd_raises_far_away.py, line 7\)",
    ),
    "raises_control_characters": ("raise ValueError('\x1b[2J')", "exception ValueError: .x1b.2J"),
    "raises_what_has_no_text": (
        "raise ValueError(type('X', (), {'__repr__': lambda self: 1 / 0, '__str__': None})())",
        r"exception ValueError \(odd_raises_what_has_no_text.py, line 6\)",
    ),
    "raises_an_address": (
        "raise ValueError(object())",
        "exception ValueError: <object object at 0x[.]{3}> ",
    ),
    "raises_odd_names": ("raise type('E\\x1b[2J', (Exception,), {})", "exception E"),
    "hangs": ("while True: pass", "no answer within 1 s"),
}
"""What winner does, and what the verdict says it got."""


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, from which modules are imported."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_program(folder: Path, name: str, body: str, method: str = "winner(self)") -> str:
    """Write an Othello with one method replaced; return its name for the checker."""
    (folder / f"odd_{name}.py").write_text(
        "from wrong_implementations import sound\n\n\n"
        f"class Othello(sound.Othello):\n    def {method}:\n        {body}\n"
    )
    return f"py:odd_{name}:Othello"


@pytest.mark.parametrize("name", ODD)
def test_an_implementation_may_do_what_it_likes(name: str, odd: Path) -> None:
    body, got = ODD[name]
    result = run("check", "--impl", write_program(odd, name, body), "--timeout", "1")
    assert DEVIATES == result.code
    assert "a fault of its own" not in result.err
    assert re.search(f"got +{got}", flat(result.out))
    assert len(result.out) < 5_000
    assert "\x1b" not in result.out


def test_what_an_implementation_prints_does_not_get_into_the_verdict(odd: Path) -> None:
    implementation = write_program(odd, "prints", "print('hello')", "winner(self)")
    result = run("check", "--impl", implementation, "--json")
    assert json.loads(result.out)["faults"][0]["got"].startswith("nothing")
    assert "hello" in result.err


def test_a_module_that_exits_when_it_is_imported_cannot_be_judged(odd: Path) -> None:
    (odd / "odd_leaves.py").write_text("import sys\nsys.exit(0)\n")
    assert_one_line(run("check", "--impl", "py:odd_leaves"), INFRASTRUCTURE, "SystemExit")


@pytest.mark.parametrize("text", ["def f(:", "1 / 0", "import nowhere_at_all", "\0", "raise"])
def test_a_module_that_cannot_be_imported_cannot_be_judged(text: str, odd: Path) -> None:
    (odd / "odd_text.py").write_text(text)
    assert_one_line(run("check", "--impl", "py:odd_text"), INFRASTRUCTURE, "odd_text|nowhere_at")


# -- the verdict for programs ----------------------------------------------------------------------

SCHEMA = json.loads(files("modcheck.verdict").joinpath("verdict.schema.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("implementation", "code"),
    [
        (SPECIMEN.format("sound"), CONFORMS),
        (SPECIMEN.format("runs_over_gaps"), DEVIATES),
        (SPECIMEN.format("rejected_move_loses_the_turn"), DEVIATES),
        (SPECIMEN.format("two_faults"), DEVIATES),
        (misbehaving("dies_mid_game"), DEVIATES),
    ],
)
def test_json_is_json_of_the_form_that_the_schema_says(implementation: str, code: int) -> None:
    result = run("check", "--impl", implementation, "--json", "--games", "0", TRUSTED)
    verdict = json.loads(result.out)
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    assert code == result.code
    assert (code == CONFORMS, implementation) == (verdict["conforms"], verdict["implementation"])


def verdict_bytes(implementation: str, seed: int, hash_seed: int) -> str:
    result = launch(
        *["check", "--impl", implementation, "--json", "--seed", str(seed)],
        PYTHONHASHSEED=str(hash_seed),
    )
    assert "" == result.err
    return result.out


@pytest.mark.parametrize(
    "name", ["sound", "only_the_first_direction_flipped", "query_passes_the_turn"]
)
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    first, second = (verdict_bytes(SPECIMEN.format(name), 7, hashes) for hashes in (1, 2))
    assert first == second


def test_another_seed_plays_other_games() -> None:
    machine = Machine(module("othello"))
    first, again, other = (
        TraceGenerator(machine, DOMAINS, seed).random_game() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


# -- what is declared ------------------------------------------------------------------------------

FROM_ONE = "squares=1-based"

COUNTED = """
from {whole} import Othello as FromZero


class Othello(FromZero):
    def move(self, row, col):
        super().move(row - 1, col - 1)

    def is_valid_move(self, row, col, player):
        return super().is_valid_move(row - 1, col - 1, player)

    def cell(self, row, col):
        return super().cell(row - 1, col - 1)
"""
"""Counts rows and columns from 1."""

ANY_SIZE = "othello_model.othello_type"
"""The implementation that plays on boards of any size."""

SPEAKS = """
import json
import sys

sys.path.append({tests!r})
from {name} import Othello

ROUTINES = ["init", "move", "is_valid_move", "cell", "turn", "count", "winner", "game_over"]
game = Othello()


def outcome(routine, *arguments):
    try:
        return {{"out": getattr(game, routine)(*arguments)}}
    except Exception as error:
        return {{"exc": type(error).__name__}}


for line in sys.stdin:
    request = json.loads(line)
    reply = {{"id": request["id"]}}
    if "hello" in request:
        reply |= {{"hello": 1, "routines": ROUTINES, "conventions": {conventions}}}
    else:
        reply |= {{"replies": [outcome(*call) for call in request["calls"]]}}
    print(json.dumps(reply), flush=True)
"""


def write_counting_from_one(
    folder: Path, name: str, more: str = "", whole: str = "wrong_implementations.sound"
) -> str:
    """Write a module that counts from 1, with ``more`` attributes; return its implementation."""
    (folder / f"{name}.py").write_text(f"{COUNTED.format(whole=whole)}\n    {more}\n")
    return f"py:{name}:Othello"


def speaking(folder: Path, name: str, conventions: dict[str, str]) -> str:
    """A program that counts from 1 and declares something as it shakes hands."""
    write_counting_from_one(folder, name, whole=ANY_SIZE)
    text = SPEAKS.format(tests=str(TESTS), name=name, conventions=conventions)
    (folder / f"speaks_{name}.py").write_text(text)
    return f"{PYTHON} {shlex.quote(str(folder / f'speaks_{name}.py'))}"


def json_verdict(*arguments: str) -> dict[str, Any]:
    """Return the verdict as JSON, after a check against its schema."""
    verdict = json.loads(run("check", *arguments, "--json", "--games", "0", TRUSTED).out)
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    assert isinstance(verdict, dict)
    return verdict


def test_a_convention_is_declared_by_an_option(odd: Path) -> None:
    place = write_counting_from_one(odd, "by_option")
    result = run("check", "--impl", place, "--games", "0", "--convention", FROM_ONE)
    assert (CONFORMS, "") == (result.code, result.err)
    assert "  assuming     squares = 1-based\n" in result.out
    undeclared = json_verdict("--impl", place)
    assert not undeclared["conforms"]
    assert {"convention": "squares", "value": "1-based"} == undeclared["suggestion"]


def test_a_convention_is_declared_by_an_attribute(odd: Path) -> None:
    place = write_counting_from_one(odd, "by_attribute", 'CONVENTIONS = {"squares": "1-based"}')
    verdict = json_verdict("--impl", place)
    assert (True, {"squares": "1-based"}) == (verdict["conforms"], verdict["conventions"])


def test_a_convention_is_declared_in_the_handshake_and_routines_derived(odd: Path) -> None:
    program = speaking(odd, "by_handshake", {"squares": "1-based"})
    # on a small board there are few squares to derive from
    verdict = json_verdict("--impl", program, "--size", "4")
    assert (True, {"squares": "1-based"}) == (verdict["conforms"], verdict["conventions"])
    assert {"checked": "derived", "from": ["is_valid_move"]} == (
        verdict["routines"]["has_valid_moves"]
    )


def test_the_command_line_counts_for_more_than_what_the_implementation_declares(odd: Path) -> None:
    place = write_counting_from_one(odd, "overruled", 'CONVENTIONS = {"squares": "1-based"}')
    verdict = json_verdict("--impl", place, "--convention", "squares=0-based")
    assert (False, {}) == (verdict["conforms"], verdict["conventions"])
    assert "suggestion" not in verdict  # it was declared to be as usual


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"squares": "one-based"}, "no value 'one-based' of squares; did you mean 0-based or"),
        ({"colour": "red"}, "no convention 'colour'; the conventions are: first, "),
    ],
)
def test_an_implementation_that_declares_what_there_is_not_cannot_be_judged(
    declared: dict[str, str], why: str, odd: Path
) -> None:
    names = iter(("by_attribute", "by_handshake"))
    place = write_counting_from_one(odd, f"odd_{next(names)}", f"CONVENTIONS = {declared}")
    assert_one_line(run("check", "--impl", place), INFRASTRUCTURE, why)
    program = speaking(odd, f"odd_{next(names)}", declared)
    assert_one_line(run("check", "--impl", program, TRUSTED), INFRASTRUCTURE, why)


def test_a_move_that_trusts_its_caller_may_be_declared() -> None:
    place = SPECIMEN.format("move_trusts_its_caller")
    result = run("check", "--impl", place, "--games", "0", "--trusting-move")
    assert (CONFORMS, "") == (result.code, result.err)
    assert "  assuming     illegal = trusted\n" in result.out
    same = run("check", "--impl", place, "--games", "0", "--convention", "illegal=trusted")
    assert result == same


def test_what_is_neither_offered_nor_derived_is_told_and_does_not_pass(odd: Path) -> None:
    (odd / "lacking.py").write_text(
        "from wrong_implementations import sound\n\n\n"
        "class Othello(sound.Othello):\n    is_valid_move = has_valid_moves = game_over = None\n"
    )
    result = run("check", "--impl", "py:lacking:Othello", "--games", "0", "--partial")
    assert (CONFORMS, "") == (result.code, result.err)
    assert "conforms to othello, as far as it was checked\n" in result.out
    assert "  unchecked    is_valid_move, game_over, has_valid_moves: not offered\n" in result.out
    assert "; 25 of 30 rules judged" in flat(result.out)
    inconclusive = {
        rule: why
        for rules, why in re.findall(r"^  inconclusive (.*?): (.*)$", flat(result.out), re.M)
        for rule in rules.split(", ")
    }
    assert inconclusive == {
        "game-over": "game_over is not offered",
        "status-over": "game_over is not offered",
        "valid-moves": "not offered",
        "any-valid-moves": "has_valid_moves is not offered",
        "on-board": "is_valid_move is not offered",
    }


def test_a_program_that_lacks_routines_is_accepted_only_if_asked_for(odd: Path) -> None:
    (odd / "without_end.py").write_text(
        "from wrong_implementations import sound, tie_counted_as_a_win\n\n\n"
        "class Sound(sound.Othello):\n    is_valid_move = has_valid_moves = game_over = None\n\n\n"
        "class Wrong(tie_counted_as_a_win.Othello):\n    is_valid_move = None\n"
    )
    few = ("check", "--impl", "py:without_end:Sound", "--games", "0")
    told = run(*few)
    assert INFRASTRUCTURE == told.code
    assert (
        "othello-mis: your program has no is_valid_move, game_over, has_valid_moves; the rules "
        "that need them are inconclusive; --partial accepts this\n"
    ) == told.err
    assert told.out == run(*few, "--partial").out
    assert CONFORMS == run(*few, "--exit-zero").code
    wrong = run("check", "--impl", "py:without_end:Wrong", "--games", "0", "--partial")
    assert (DEVIATES, "") == (wrong.code, wrong.err)


CAMEL_CASE = """

Sound = Othello


class Othello(Sound):
    {}
    isValidMove = Sound.is_valid_move
    gameOver = Sound.game_over
    Has_valid_moves = Sound.has_valid_moves
    is_valid_move = game_over = has_valid_moves = None
"""


@pytest.mark.parametrize("isolated", [False, True])
def test_names_that_nearly_fit_are_to_be_renamed(isolated: bool, odd: Path) -> None:
    how = ["--isolate", "--unsafe"] if isolated else []
    sound = (TESTS / "wrong_implementations" / "sound.py").read_text(encoding="utf-8")
    place = f"nearly_{isolated}".lower()
    (odd / f"{place}.py").write_text(sound + CAMEL_CASE.format("pass"))
    few = run("check", "--impl", f"py:{place}:Othello", "--games", "0", "--partial", *how)
    for text in (
        "is_valid_move: not offered; rename isValidMove to is_valid_move",
        "game_over: not offered; rename gameOver to game_over",
        "has_valid_moves: not offered; rename Has_valid_moves to has_valid_moves",
    ):
        assert text in flat(few.out)
    place += "_without_init"
    (odd / f"{place}.py").write_text(
        sound + CAMEL_CASE.format("init, __init__ = None, object.__init__")
    )
    none = run("check", "--impl", f"py:{place}:Othello", "--games", "0", *how)
    renamed = "isValidMove to is_valid_move, gameOver to game_over, Has_valid_moves to has"
    assert_one_line(none, INFRASTRUCTURE, f"offers no init, .*; rename {renamed}")


def flat(text: str) -> str:
    """A report with its paragraphs on a line each."""
    return re.sub(r"\n {15}(?=\S)", " ", text)


# -- how much, and where ---------------------------------------------------------------------------


def test_a_soak_goes_on_with_games_at_random() -> None:
    place = SPECIMEN.format("sound")
    verdict = json.loads(
        run("check", "--impl", place, "--games", "0", "--soak", "1s", "--json").out
    )
    names = [phase["name"] for phase in verdict["phases"]]
    soaks = [phase for phase in verdict["phases"] if phase["name"] == "soak"]
    assert verdict["conforms"]
    assert sum(phase["games"] for phase in soaks) >= 1
    assert sum(phase["calls"] for phase in soaks) > 1000
    assert ["soak"] * len(soaks) == names[-len(soaks) :]


@pytest.mark.parametrize(
    ("option", "phase"), [(("--games", "3"), "games at random"), (("--soak", "1s"), "soak")]
)
def test_games_and_a_soak_are_played_also_if_there_are_faults(
    option: tuple[str, str], phase: str
) -> None:
    place = SPECIMEN.format("only_the_first_direction_flipped")
    result = run("check", "--impl", place, "--json", *option)
    played = {each["name"]: each["games"] for each in json.loads(result.out)["phases"]}
    is_refused = result.err.startswith(f"othello-mis: {option[0]} ")
    assert DEVIATES == result.code
    assert is_refused or played.get(phase, 0) >= 3


@pytest.fixture
def backend() -> str:
    """The name of this machine's best sandbox; without one the test is skipped."""
    try:
        return Sandbox.with_backend(AUTO).backend.name
    except SandboxError as none:
        pytest.skip(f"there is no sandbox here: {none}")


def test_a_python_implementation_is_judged_in_a_process_of_its_own(odd: Path, backend: str) -> None:
    shutil.copy(TESTS / "wrong_implementations" / "sound.py", odd / "mine.py")
    body = (
        "\n\nclass Spoils(Othello):\n"
        "    def count(self, player):\n"
        "        import os\n"
        "        os._exit(0)\n"
    )
    with (odd / "mine.py").open("a") as text:
        text.write(body)
    sound = run("check", "--impl", "py:mine:Othello", "--isolate", "--games", "0")
    assert (CONFORMS, "") == (sound.code, sound.err)
    assert f"  sandbox      {backend}\n" in sound.out
    spoils = run("check", "--impl", "py:mine:Spoils", "--isolate", "--games", "0")
    assert DEVIATES == spoils.code
    assert "it ended with exit status 0" in " ".join(spoils.out.split())


def test_a_program_that_its_sandbox_hides_cannot_be_judged(odd: Path, backend: str) -> None:
    (odd / "own").mkdir()
    result = run("check", "--impl", misbehaving("dies_mid_game"), "--folder", str(odd / "own"))
    assert_one_line(result, INFRASTRUCTURE, "it ended with exit status 2|No such file")
    assert backend


def test_where_there_is_no_sandbox_a_program_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*arguments: Any, **options: Any) -> Sandbox:
        raise SandboxError("nothing confines here")

    monkeypatch.setattr(Sandbox, "with_backend", none)
    refused = run("check", "--impl", misbehaving("dies_mid_game"))
    assert_one_line(refused, INFRASTRUCTURE, "nothing confines here; --unsafe runs the program unc")


# -- programs in other languages -------------------------------------------------------------------


@pytest.fixture(scope="module")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The program in C, sound and faulty."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler called cc")
    folder = tmp_path_factory.mktemp("c")
    for name, flags in {"sound": [], "faulty": ["-DFAULTY_EDGE"]}.items():
        subprocess.run(
            [compiler, "-std=c99", "-O2", *flags, "-o", folder / name, PROGRAMS / "othello.c"],
            check=True,
        )
    return {name: shlex.quote(str(folder / name)) for name in ("sound", "faulty")}


@pytest.fixture(scope="module")
def javascript() -> dict[str, str]:
    """The program in JavaScript, sound and faulty."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run JavaScript")
    command = f"{shlex.quote(node)} {shlex.quote(str(PROGRAMS / 'othello.mjs'))}"
    return {"sound": command, "faulty": f"{command} --faulty"}


@pytest.mark.parametrize(
    ("language", "rule"), [("c_program", "outflank"), ("javascript", "directions")]
)
def test_programs_in_other_languages_are_judged_rightly(
    language: str, rule: str, request: pytest.FixtureRequest
) -> None:
    programs: dict[str, str] = request.getfixturevalue(language)
    sound = run("check", "--impl", programs["sound"], "--games", "0", TRUSTED)
    faulty = run("check", "--impl", programs["faulty"], "--json", TRUSTED)
    assert (CONFORMS, "") == (sound.code, sound.err)
    assert (DEVIATES, "") == (faulty.code, faulty.err)
    assert rule == json.loads(faulty.out)["faults"][0]["rule"]


def test_a_program_gets_the_verdict_that_the_same_module_gets_in_process() -> None:
    place = "wrong_implementations.only_the_first_direction_flipped:Othello"
    pipe = shlex.quote(str(PROGRAMS / "othello_pipe.py"))
    program = f"env PYTHONPATH={shlex.quote(str(TESTS))} {PYTHON} {pipe} {place}"
    verdicts: list[dict[str, Any]] = [
        json.loads(run("check", "--impl", implementation, "--json", TRUSTED).out)
        for implementation in (program, f"py:{place}")
    ]
    for verdict in verdicts:
        del verdict["implementation"], verdict["confinement"]
    assert verdicts[0] == verdicts[1]


# -- show ------------------------------------------------------------------------------------------

SECTIONS = (
    *("Module", "Uses", "Syntax", "  Exported Constants", "  Exported Types"),
    *("  Exported Access Programs", "Semantics", "  State Variables", "  State Invariant"),
    *("  Assumptions", "  Access Routine Semantics", "  Local Functions", "Considerations"),
)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_is_shown_within_80_columns(name: str) -> None:
    result = run("show", name)
    lines = result.out.splitlines()
    assert (CONFORMS, "") == (result.code, result.err)
    assert [] == [line for line in lines if len(line) > 80 or line != line.rstrip()]


def test_an_abstract_object_has_every_section_of_the_template() -> None:
    lines = run("show", "othello").out.splitlines()
    assert list(SECTIONS) == [line for line in lines if line in SECTIONS]


@pytest.mark.parametrize("name", [*MODULES, str(TESTS / "stack.py")])
def test_the_latex_of_a_module_is_balanced(name: str) -> None:
    latex = re.sub(r"\\[{}$]|(?m:^%.*$)", "", run("show", name, "--latex").out)
    assert latex.count("{") == latex.count("}") > 0
    assert 0 == latex.count("$") % 2
    assert latex.count(r"\[") == latex.count(r"\]")
    opened: list[str] = []
    for kind, environment in re.findall(r"\\(begin|end)\{([\w*]+)\}", latex):
        if kind == "begin":
            opened.append(environment)
        else:
            assert environment == opened.pop()
    assert [] == opened


def test_a_specification_of_ones_own_is_shown_by_its_path() -> None:
    result = run("show", str(TESTS / "stack.py"))
    assert CONFORMS == result.code
    assert "  stack: abstract data type. Stack: integers; the last to come is the first" in (
        result.out
    )
    assert "exc := (|content| = MAX_SIZE ⇒ Full)" in " ".join(result.out.split())


def test_a_specification_of_ones_own_is_shown_by_its_dotted_name() -> None:
    assert run("show", "othello").out == run("show", "othello_spec.othello").out


def test_what_is_outside_the_notation_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("looping_once.py").write_text(
        '"""Loops."""\n\n\ndef f(x: int) -> int:\n    """F."""\n    while x > 0:\n        x = 0\n'
        "    return x\n"
    )
    result = run("show", "looping_once.py")
    assert_one_line(result, USAGE, r"looping_once\.py:6:5: a while loop is outside the notation; ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"def f(:\n", r"Python cannot read this: "),
        (b"\xff\xfe", r"Python cannot read this: "),
        (b'"""T."""\n1 / 0\n', r":2:1: Python cannot run this: division by zero"),
        (b'"""T."""\nimport sys\nsys.exit(0)\n', r"SystemExit"),
        (b'"""T."""\nimport nowhere_at_all\n', r"nowhere_at_all"),
        (b"", r":1:1: the module has no docstring"),
        (b"\0", r"cannot be imported"),
    ],
)
def test_a_file_that_is_no_specification_is_told_in_one_line(
    text: bytes, why: str, tmp_path: Path
) -> None:
    path = tmp_path / f"no_specification_{abs(hash(text))}.py"
    path.write_bytes(text)
    assert_one_line(run("show", str(path)), USAGE, why)


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "..board", "a..b", "a.", "../tests", "/", "/dev/null", "a b", "\n", "-"),
        *("nowhere", "nowhere.at.all", "nowhere.py", "x" * 5_000, "x" * 5_000 + ".py", "été"),
        *("__main__", "builtins", "sys", "json", "json.tool", "click", "othello_spec.rules"),
        *("[red]", "%s", "{0}", "board ", "BOARD", "board;lines", "*"),
    ],
)
def test_what_names_no_specification_is_told_in_one_line(name: str) -> None:
    assert_one_line(run("show", name), USAGE, ".")


# -- explain ---------------------------------------------------------------------------------------


def test_a_valid_move_is_explained_by_what_it_flips() -> None:
    result = run("explain", "", "d3")
    assert (CONFORMS, "") == (result.code, result.err)
    assert "d3 is a valid move for BLACK\n" in result.out
    assert "  ✓ south      flips d4\n" in result.out


def test_an_invalid_move_is_explained_direction_by_direction() -> None:
    result = run("explain", "f5 d6", "d3")
    assert CONFORMS == result.code
    assert "d3 is not a valid move for BLACK\n" in result.out
    assert 8 == len(re.findall(r"^  ✗ \w+ +fails: .*\[[a-z-]+\]$", result.out, re.MULTILINE))


def test_an_occupied_square_is_explained_by_being_occupied() -> None:
    result = run("explain", "", "d4")
    assert "  ✗ board[d4] = EMPTY " in result.out
    assert "direction by direction" not in result.out


def test_either_player_may_be_asked_about() -> None:
    assert "d3 is not a valid move for WHITE" in run("explain", "", "d3", "--player", "white").out


@pytest.mark.parametrize("moves", ["d3 c3", "d3c3", "D3C3", "d3,c3", " d3;\n c3 "])
def test_a_transcript_may_be_written_as_people_do(moves: str) -> None:
    assert run("explain", "d3 c3", "b3").out == run("explain", moves, "b3").out


def test_an_explanation_for_programs_is_json() -> None:
    data = json.loads(run("explain", "f5 d6", "d3", "--json").out)
    assert ("d3", "black", False) == (data["square"], data["player"], data["valid"])
    assert 8 == len(data["directions"])


def test_an_explanation_may_be_had_as_a_tree() -> None:
    result = run("explain", "f5 d6", "d3", "--tree")
    assert result.out.startswith("board[d3] = EMPTY ∧ |flips(board, BLACK, d3)| > 0 ✗\n")
    assert all(len(line) <= 80 for line in result.out.splitlines())


@pytest.mark.parametrize(
    ("moves", "square", "why"),
    [
        ("", "i9", "'i9' names no square; write a column letter and a row, from a1 to h8"),
        ("", "a0", "'a0' names no square"),
        ("", "", "'' names no square"),
        ("", "d3 c3", "'d3 c3' names no square"),
        ("", "♞", "'♞' names no square"),
        ("zz", "d3", "move 1: 'zz' names no square; write a column letter"),
        ("d3 x", "d3", "move 2: 'x' names no square"),
        ("d3\x01", "d3", "move"),
        ("d3 --", "d3", "move 2, a pass, is not valid for White: A player passes when unable"),
        ("a1", "d3", "move 1, a1, is not valid for Black: A disc may be placed only where"),
        (
            "d3 d3",
            "d3",
            "for White: A disc may be placed only on an empty square. [place-on-empty]",
        ),
        (
            "d3 c3 b3 d2 e1 d6 d7 e3 f4 a1",
            "d3",
            "move 10, a1, comes after the end: The game is over as soon as",
        ),
        ("d3 " * 2_000, "d3", "move 2, d3, is not valid for White"),
        ("", "d3" * 2_000, "names no square"),
        ("٣٣", "d٣", "names no square"),
    ],
)
def test_a_bad_transcript_or_square_is_told_in_one_line(moves: str, square: str, why: str) -> None:
    assert_one_line(run("explain", moves, square), USAGE, re.escape(why))


# -- all commands ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["check"], ["explain"], ["show"]])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_fits_the_terminal(command: list[str], option: str) -> None:
    result = run(*command, option)
    assert (CONFORMS, "") == (result.code, result.err)
    assert result.out.startswith("Usage: ")
    assert all(len(line) <= 80 for line in result.out.splitlines())


def test_without_a_command_the_commands_are_told() -> None:
    assert run("--help") == run()
    assert all(f"\n  {name} " in run().out for name in ("check", "explain", "show"))


def test_the_version_is_told() -> None:
    first, *others = run("--version").out.splitlines()
    assert re.fullmatch(r"othello-mis, version \d+\.\d+.*", first)
    told = r"Python \d.*, z3.*, CrossHair.*, sandbox.*"
    assert re.fullmatch(told, ", ".join(others))


@pytest.mark.parametrize(
    "arguments",
    [
        [b"show", b"\xff"],
        [b"show", b"\xff.py"],
        [b"explain", b"\xff", b"d3"],
        [b"explain", b"", b"\xff"],
        [b"check", b"--impl", b"\xff"],
        [b"check", b"--impl", b"py:\xff"],
        [b"\xff"],
    ],
    ids=lambda arguments: b"-".join(arguments).decode("ascii", "backslashreplace"),
)
def test_arguments_that_are_not_utf_8_are_told_in_one_line(arguments: list[bytes]) -> None:
    result = launch(*arguments)
    assert_one_line(result, USAGE, "dcff")


@pytest.mark.parametrize("size", ["6", "nonsense"])
@pytest.mark.parametrize(
    "command",
    [
        "check --impl py:othello_model.bitboard",
        "explain f5 d6",
        "replay data/club.txt",
        "show othello",
        "show --moves f5",
        "verify --quick --rung figures",
        "worlds 4x4",
    ],
)
def test_a_size_that_is_left_in_the_environment_disturbs_no_command(
    command: str, size: str
) -> None:
    assert run_with_size(command, "8") == run_with_size(command, size)


@cache
def run_with_size(command: str, size: str) -> Result:
    """What a command says where a size is left in the environment, but for how long it took."""
    result = launch(*command.split(), OTHELLO_SIZE=size)
    took = r" *\d[\d.]* (s|MB)\b"
    return result._replace(out=re.sub(took, "", result.out), err=re.sub(took, "", result.err))


@pytest.mark.parametrize("first", ["", "import othello_model.size"])
def test_a_kernel_is_proved_for_the_usual_board_whenever_the_model_is_imported(
    first: str, tmp_path: Path
) -> None:
    kernel = "from othello_model.bitboard import BOARD\nvalid_moves = BOARD.valid_moves\n"
    (tmp_path / "mine.py").write_text(kernel, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", f"{first}\n{LAUNCH[-1]}", "prove", "py:mine", "--width", "64"],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "OTHELLO_SIZE": "6"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert CONFORMS == done.returncode, done.stderr


def test_who_reads_only_the_beginning_is_not_told_of_a_fault() -> None:
    with subprocess.Popen(
        [*LAUNCH, "show", "othello"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"" == process.stderr.read()


def test_who_interrupts_a_check_gets_one_line_and_no_traceback(tmp_path: Path) -> None:
    started = tmp_path / "started"
    program = f"{PYTHON} -c {shlex.quote(f'open({str(started)!r}, chr(119)); input(); input()')}"
    with subprocess.Popen(
        [*LAUNCH, "check", "--impl", program, "--timeout", "60", TRUSTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # whoever runs the tests in the background has interrupts ignored, and so would the child
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not started.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (128 + signal.SIGINT, "", "othello-mis: interrupted") == (
        process.returncode,
        out,
        err.strip(),
    )


SLOW = """
import pathlib, time
from wrong_implementations import sound

class Othello(sound.Othello):
    def cell(self, row, col):
        pathlib.Path(__file__).with_name("started").touch()
        time.sleep(0.01)
        return super().cell(row, col)
"""


def test_who_ends_a_check_gets_no_verdict_on_what_ran_meanwhile(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    with subprocess.Popen(
        [*LAUNCH, "check", "--impl", "py:slow:Othello"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(TESTS)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not (tmp_path / "started").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert (128 + signal.SIGTERM, "", "") == (process.returncode, out, err.strip())


# -- rules -----------------------------------------------------------------------------------------


def test_the_rules_are_those_that_a_verdict_names_each_with_its_sources() -> None:
    result = run("rules")
    assert (CONFORMS, "") == (result.code, result.err)
    heads = [line for line in result.out.splitlines() if line and not line.startswith(" ")]
    assert list(rules_stated(module("othello"), RULES)) == heads
    one = run("rules", "no-gaps").out
    assert one in result.out
    assert " ".join(RULES["no-gaps"].text.split()) in " ".join(one.split())
    assert "Stated in twente (Rules, paragraph 2, figure 1" in " ".join(one.split())


def test_a_rule_of_another_module_is_found_by_its_name_and_a_misspelt_one_is_not() -> None:
    assert "exact-limit" in run("rules", "--module", "match").out
    assert run("rules", "exact-limit").out.startswith("exact-limit\n")
    result = run("rules", "no-gap")
    assert (USAGE, "") == (result.code, result.out)
    assert "no rule 'no-gap'; did you mean no-gaps?" in result.err
