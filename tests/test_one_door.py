"""One door: ``othello-mis COMMAND`` does what ``modspec COMMAND`` does with Othello as SPEC.

Each command is given through both, in this process, and all that is printed and written is
compared. A course of tic-tac-toe shows that what Othello has is open to every course.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from modlab import modspec_command
from modlab.command_line import MODSPEC_COMMANDS, CourseCommands
from modlab.commands import compare, explore
from modlab.commands import test as test_command
from modlab.commands.errors import Exit, Usage
from modlab.commands.init import LANGUAGES
from modlab.course import Course, load
from modlab.modspec_command import cli as modspec
from modlab.notation import WrittenCalls
from modlab.telling_calls import TellingSequence
from modspec import SpecificationError
from modspec.run.machine import Call
from othello_mis.commands.main import cli as othello_mis

TESTS = Path(__file__).parent
LIBRARY = TESTS.parent / "docs" / "library"
SPEC = "othello_spec.othello"
GAME = "f5 d6 c3 d3\nd3 c3\n"
VERDICT = {
    "implementation": "it",
    "module": "othello",
    "conventions": {},
    "faults": [
        {
            "rule": "capture-all",
            "history": [["init"], ["move", 4, 5]],
            "call": ["move", 5, 3],
            "shown_by": ["cell", 4, 3],
            "between": [],
            "expected": "white",
            "got": "black",
        }
    ],
}

CASES = {
    "check": (
        ["py:wrong_implementations.sound:Othello", "--size", "5"],
        ["py:wrong_implementations.sound:Othello", "--module", "passing", "--convention", "a=b"],
        ["nothing.py"],
    ),
    "compare": (["lamp.py"], ["othello_spec.handicap"], ["passing"], ["nowhere"]),
    "course": (["wheels", "."], ["new", "."]),
    "docs": ([], ["lamp.py", "--title", "All"], ["lines"], ["--pdf", "all.tex"]),
    "exercise": (["--list"],),
    "explain": (
        ["f5 d6", "d3"],
        ["init() move(2, 3)"],
        ["move(2, 3)", "--all"],
        ["f5 d6", "is_valid_move(2, 3, WHITE)"],
        ["f5 d6", "winner"],
        ["f5 d6 winner", "--json"],
        ["c3", "--tree"],
        ["d3", "--player", "white", "--json"],
        ["turn", "--player", "white"],
        ["d3", "--from", "games.txt", "--after", "2"],
        ["d3", "--from", "games.txt", "--game", "3"],
        ["---------------------------OX------XO--------------------------- X", "d3"],
        ["b2", "--size", "6"],
        ["b2", "--size", "5"],
        ["verdict.json"],
        ["verdict.json", "--fault", "2"],
        ["f5 a1", "d3"],
        ["z9"],
    ),
    "explore": ([], ["lamp.py"], ["lines"], ["nowhere"], ["--pyodide", "."]),
    "grade": (["nowhere"],),
    "init": (["python"], ["c", "kit"], ["rust", "kit"], ["typescript"], ["cobol"]),
    "lint": (["--quick"], ["--quick", "lamp.py", "--json", "--hints"], ["--quick", "lines"]),
    "new": (["thing"], ["class"]),
    "prove": (["--only", "nothing"],),
    "rules": ([], ["forfeit", "setup"], ["forfiet"], ["--module", "clock"]),
    "run": (
        ["f5 d6", "move(0, 0) winner()"],
        ["d3 c3 b3 b2 f5 a3 a1 c1 -- e3"],
        ["f5 pass"],
        ["f5 z9"],
        ["--size", "4", "a2"],
    ),
    "show": (
        [],
        ["--latex"],
        ["lines"],
        ["lamp.py"],
        ["--moves", "f5 d6"],
        ["--moves", "init() move(2, 3)"],
        ["--from", "games.txt", "--game", "2"],
        ["--size", "6"],
    ),
    "test": (
        ["--impl", "py:lamp:Lamp"],
        ["--impl", "py:lamp:Lamp", "kept/test_y.py"],
        ["--impl", "x.py"],
    ),
}
"""What each command is given, besides the SPEC that :func:`with_spec` puts in."""

LONG_CASES = {
    "check": ["py:wrong_implementations.sound:Othello", "--games", "0"],
    "course": ["new", "class", "--language", "python", "--seed", "1"],
    "grade": ["class", "--seed", "1"],
    "prove": ["--only", "turn"],
}
"""Those that take seconds."""

LAMP = '''"""Lamp: a lamp."""

from modspec import AbstractObject

__all__ = ["Lamp", "init", "turn"]


class Lamp(AbstractObject):
    """A lamp."""

    on: bool
    """Whether it is on."""


def init() -> Lamp:
    """Begin in the dark."""
    return Lamp(on=False)


def turn(lamp: Lamp) -> bool:
    """Whether it is on."""
    return lamp.on
'''


class Seen(NamedTuple):
    """What a command has come to."""

    code: int
    out: str
    files: dict[str, bytes]


def with_spec(command: str, arguments: list[str], spec: str = SPEC) -> list[str]:
    """Return the arguments of ``modspec``: with SPEC where it stands, if there is one."""
    if command in ("exercise", "new") or "wheels" in arguments:
        return arguments
    at = 1 if command in ("course", "init") else 0
    return [*arguments[:at], spec, *arguments[at:]]


def see(door: click.Group, arguments: list[str], folder: Path) -> Seen:
    """Give a command in a folder of its own; return what is printed, raised and written."""
    (folder / "class" / "ann").mkdir(parents=True) if arguments[0] == "grade" else None
    (folder / "lamp.py").write_text(LAMP, encoding="utf-8")
    (folder / "games.txt").write_text(GAME, encoding="utf-8")
    (folder / "verdict.json").write_text(json.dumps(VERDICT), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = CliRunner().invoke(door, arguments, standalone_mode=False)
    told, code = done.output, done.return_value or 0
    if isinstance(done.exception, click.ClickException):
        told += done.exception.format_message()
        code = done.exception.exit_code
    elif done.exception is not None:
        raise done.exception
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".sqlite", ".pyc")
    }
    return Seen(code, told, files)


def without_usage(text: str) -> str:
    """Return a help text without the line that names the command."""
    return text.partition("\n\n")[2] if text.startswith("Usage: ") else text


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what takes long and is no part of either door: searches, and a server."""
    calls = (Call("init"), Call("move", (2, 3)))
    monkeypatch.setattr(
        test_command, "telling_sequences", lambda *_: [TellingSequence(calls, ("capture",))]
    )
    monkeypatch.setattr(compare, "CALLS", 1000)
    monkeypatch.setattr(
        explore, "explore", lambda places, **how: click.echo(f"{places} {how}") or Exit.CONFORMS
    )


def test_the_table_has_every_command() -> None:
    assert set(MODSPEC_COMMANDS) == set(CASES)
    assert set(CASES) <= set(othello_mis.list_commands(click.Context(othello_mis)))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("command", "arguments"),
    [(command, given) for command, cases in CASES.items() for given in cases],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:40],
)
def test_both_doors_lead_to_the_same(command: str, arguments: list[str], tmp_path: Path) -> None:
    assert_same(command, arguments, tmp_path)


@pytest.mark.parametrize(("command", "arguments"), LONG_CASES.items(), ids=[*LONG_CASES])
def test_both_doors_lead_to_the_same_place_far_away(
    command: str, arguments: list[str], tmp_path: Path
) -> None:
    assert_same(command, arguments, tmp_path)


@pytest.mark.parametrize("command", sorted({*CASES} - {"course", "prove"}))
def test_both_doors_have_the_same_options(command: str, tmp_path: Path) -> None:
    """Of ``course`` they are those of its parts, and ``prove`` has those of a kernel besides."""
    assert_same(command, ["python", "--help"] if command == "init" else ["--help"], tmp_path)


def assert_same(
    command: str, arguments: list[str], folder: Path, module: str | None = None
) -> None:
    """Give a command through both doors; compare what is printed and written."""
    seen = []
    chosen = arguments if module is None else [*arguments, "--module", module]
    general = with_spec(command, arguments, f"othello_spec.{module or 'othello'}")
    for door, given in ((othello_mis, chosen), (modspec, general)):
        (here := folder / "here").mkdir()
        seen.append(see(door, [command, *given], here))
        here.rename(folder / str(len(seen)))
    first, second = seen
    assert first.code == second.code
    assert without_usage(first.out) == without_usage(second.out)
    assert first.files == second.files
    assert first.out or first.files


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_names_the_command_of_each_door(language: str, tmp_path: Path) -> None:
    written = see(modspec, ["init", language, SPEC], tmp_path)
    (kit,) = {*written.files} - {"games.txt", "lamp.py", "verdict.json"}
    both = "othello-mis check and modspec check othello_spec.othello are the same command."
    assert both in written.out
    assert both in written.files[kit].decode()
    game = see(othello_mis, ["init", language, "--module", "passing", "--force"], tmp_path)
    same = "othello-mis check --module passing and modspec check othello_spec.passing are the same"
    assert f"{same} command.\n" in game.out
    line = game.out.splitlines()[-3].strip()
    assert line.startswith(
        ("othello-mis check --module passing --impl", "modspec check othello_spec.passing ")
    )
    (changed,) = (text for text in game.files.values() if line.encode() in text)
    assert b"check othello_spec.othello" not in changed
    assert b"check --impl" not in changed
    for module in ("othello_spec.lines", "lamp.py"):  # no program implements it; it has no course
        given = ["init", language, module, "--force"]
        assert "same command" not in see(modspec, given, tmp_path).out


@pytest.mark.parametrize("command", ["explain a1", "show --moves f5", "init python kit"])
def test_a_variant_is_chosen_at_both_doors(command: str, tmp_path: Path) -> None:
    seen = []
    for place in ("othello_mis.commands.main", "modlab.modspec_command"):
        name, *given = command.split()
        given = with_spec(name, given) if "modspec" in place else given
        program = f"from {place} import main; main()"
        line = [sys.executable, "-c", program, name, *given, "--variant", "closed-corners"]
        (folder := tmp_path / place).mkdir()
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=True)
        files = {each.name: each.read_bytes() for each in folder.rglob("*") if each.is_file()}
        seen.append((done.stdout, files))
    assert seen[0] == seen[1]
    assert "CORNERS" in seen[0][0] or "closed-corners" in seen[0][0] or "f5" in seen[0][0]


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["show", "--latex", "stack.py"], "stack.py"),
        (["run", "stack.py", "push(3)"], "stack.py"),
        (["docs", "--out", "pages", "stack.py"], "stack.py"),
        (["docs", "--out=pages", "stack.py"], "stack.py"),
        (["check", "--json", "--seed", "3", "stack.py", "it.py"], "stack.py"),
        (["init", "--force", "python", "stack.py"], "stack.py"),
        (["course", "new", "--seed", "1", "stack.py", "here"], "stack.py"),
        (["course", "wheels", "."], None),
        (["show", "--help"], None),
        (["init", "python"], None),
    ],
)
def test_spec_is_found_wherever_options_stand(
    arguments: list[str], place: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def course_of(spec: str, *args: Any, **how: Any) -> Course:
        raise SpecificationError(f"SPEC is {spec}")

    monkeypatch.setattr(modspec_command, "course_of", course_of)
    done = CliRunner().invoke(modspec, [*arguments], standalone_mode=False)
    said = str(done.exception) if isinstance(done.exception, Usage) else ""
    assert place == (said.removeprefix("SPEC is ") if said.startswith("SPEC is ") else None)


# -- another course --------------------------------------------------------------------------------


PAGE = TESTS.parent / "docs" / "how-to" / "give-a-module-its-own-notation.md"


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[CourseCommands]:
    """The commands of the course of tic-tac-toe on the page, which is registered."""
    for folder in (LIBRARY, PAGE.parent):
        monkeypatch.syspath_prepend(str(folder))
    course = load("noughts:COURSE")
    monkeypatch.setattr(modspec_command, "courses", lambda: {"noughts": course.place})
    yield CourseCommands(course, own={}, summary="")
    for name in ("noughts", "tic_tac_toe"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("noughts")
def test_a_fault_is_drawn_and_explained_in_the_notation_of_another_course() -> None:
    """As where the fault of a verdict is explained: the call is given to the drawing, too."""
    notation = load("noughts:COURSE").notation({})
    state, call = notation.last_call(["5", "is_over"], WrittenCalls())
    assert state is not None
    assert ["  ...", "  .X.", "  ..."] == [*notation.drawing(state, call)]
    own = notation.in_own_words(state, call)
    assert own is not None
    assert ["The game goes on: there is no row of three, and a square is empty."] == [
        *own.lines(80, None)
    ]


def test_the_page_shows_what_a_course_of_its_own_does(
    noughts: CourseCommands, tmp_path: Path
) -> None:
    (block,) = re.findall(r"```console\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    sessions = block.removeprefix("$ ").split("\n$ ")
    assert 3 == len(sessions)
    for session in sessions:
        line, _, shown = session.partition("\n")
        _, command, spec, *given = shlex.split(line)
        assert shown.rstrip() == see(modspec, [command, spec, *given], tmp_path).out.rstrip()
        assert shown.rstrip() == see(noughts, [command, *given], tmp_path).out.rstrip()


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["run", "5", "play(1, 1)"], ["raises Taken    since board[Square(1, 1)]"]),
        (["explain", "1 4 2", "is_over", "--tree"], ["The game goes on: there is no row of three,"
                                                     " and a square is empty."]),
        (["explain", "1", "is_over", "--all"], ["is_over(): false"]),
        (["explain", "1", "turn()"], ["turn(): NOUGHT", "", "out :=",
                                      "  turn = NOUGHT" + "[in-turn]".rjust(65)]),
        (["explain", "1 5", "is_over", "--json"], ["{", '  "sentence": "The game goes on: there is'
                                                   ' no row of three, and a square is empty."']),
        (["init", "cobol"], ["Invalid value for 'LANGUAGE'"]),
    ],
)  # fmt: skip
def test_another_course_goes_through_both_doors(
    noughts: CourseCommands, arguments: list[str], lines: list[str], tmp_path: Path
) -> None:
    own = see(noughts, arguments, tmp_path)
    general = see(
        modspec,
        [arguments[0], *with_spec(arguments[0], arguments[1:], "tic_tac_toe")],
        tmp_path,
    )
    assert own == general
    assert all(line in own.out for line in lines)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("check", ["py:wrong_implementations.sound:Othello", "--brief"]),
        ("compare", ["passing"]),
        ("explain", ["f5 d6", "d3"]),
        ("explore", []),
        ("grade", ["nowhere"]),
        ("init", ["python"]),
        ("lint", ["--quick"]),
        ("lint", ["--quick", "passing"]),
        ("prove", ["--only", "nothing"]),
        ("rules", []),
        ("run", ["f5 d6"]),
        ("show", []),
        ("show", ["--moves", "f5 d6"]),
        ("test", ["--impl", "py:lamp:Lamp"]),
    ],
)
def test_a_module_of_the_course_is_named_by_an_option(
    command: str, arguments: list[str], tmp_path: Path
) -> None:
    """``othello-mis COMMAND --module passing`` is ``modspec COMMAND othello_spec.passing``."""
    module = "handicap" if command == "check" else "passing"  # it is judged at once
    assert_same(command, arguments, tmp_path, module)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "passing"], "no program passing; give the path"),
        (["explain", "passing", "f5"], "names no square; write a column letter"),
        (["init", "passing", "python"], "the language comes first: othello-mis init python pass"),
        (["prove", "passing"], "'passing' names no Python module"),
        (["rules", "passing"], "no rule 'passing'; did you mean passing-move?"),
        (["show", "passing", "--moves", "f5"], "a state of othello; leave out othello_spec.passin"),
        (
            ["test", "othello_spec.passing"],
            "no program is given: write --impl PROGRAM; othello_spec",
        ),
    ],
)
def test_what_is_a_module_and_no_argument_is_said(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    refused = see(othello_mis, arguments, tmp_path)
    assert refused.code in (Exit.USAGE, Exit.INFRASTRUCTURE)
    assert said in refused.out
    assert refused.out.endswith(" passing is a specification: write --module passing")


@pytest.mark.parametrize("command", ["init kit Python", "init --force kit js", "init . py"])
def test_the_language_comes_first(command: str, tmp_path: Path) -> None:
    refused = see(othello_mis, command.split(), tmp_path)
    folder, language = [word for word in command.split() if word[0] != "-"][1:]
    force = "--force " * ("--force" in command)
    right = f"the language comes first: othello-mis init {language} {force}{folder}"
    assert right == refused.out


def test_a_name_is_a_module_of_the_course_at_each_command(tmp_path: Path) -> None:
    for command in ("compare", "docs", "explore", "lint", "show"):
        unknown = see(othello_mis, [command, "lnes"], tmp_path)
        assert unknown.out.startswith("no module 'lnes'; did you mean lines? A path such as stack")
        inner = see(othello_mis, [command, "lines.flips"], tmp_path)
        assert "flips is no module; write lines, which has all of it" == inner.out
    (tmp_path / "lantern.py").write_text(LAMP, encoding="utf-8")
    beside = see(othello_mis, ["lint", "lantern"], tmp_path).out
    assert beside.endswith("; did you mean lantern.py?")


def test_the_settings_choose_the_module_unless_spec_does(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.othello-mis]\nmodule = "passing"\n', "utf-8")
    shown = see(othello_mis, ["show"], tmp_path).out
    assert shown == see(modspec, ["show", "othello_spec.passing"], tmp_path).out
    assert shown != see(modspec, ["show", SPEC], tmp_path).out
    assert see(othello_mis, ["rules", "--module", "clock"], tmp_path).out.startswith("failed-call")


FORFEIT = "d3 c3 b3 b2 f5 a3 a1 c1"
"""After this, Black cannot move, and White moves again."""


def test_a_forced_pass_is_written_or_left_out(tmp_path: Path) -> None:
    for module, calls in (("othello", 10), ("passing", 11)):  # init, and moves; a pass is a call
        boards = [
            see(modspec, ["run", f"othello_spec.{module}", game], tmp_path).out
            for game in (f"{FORFEIT} e3", f"{FORFEIT} -- e3")
        ]
        assert boards[0] == boards[1]
        assert calls == boards[0].count("> ")
    assert "Black's turn, no valid move: a pass\n" in boards[0]
    twice = see(modspec, ["run", SPEC, "f5 d6 pass"], tmp_path)
    assert (Exit.USAGE, True) == (twice.code, "a pass is not valid for Black" in twice.out)


@pytest.mark.parametrize("game", ["1. f5 2. d6 winner", "F5, d6; winner()", ". f5d6 .winner"])
def test_moves_are_written_as_people_do(game: str, tmp_path: Path) -> None:
    usual = see(modspec, ["run", SPEC, "f5 d6 winner"], tmp_path).out
    assert usual.endswith("> winner()\nDRAW\n")
    shown = see(modspec, ["run", SPEC, game], tmp_path).out
    assert usual == shown


def test_a_game_may_go_on_from_a_position(tmp_path: Path) -> None:
    line = "-------------------X-------XX------XO--------------------------- O"
    run = see(modspec, ["run", SPEC, line, "c3"], tmp_path).out
    shown = see(modspec, ["show", SPEC, "--moves", "d3"], tmp_path).out
    assert shown.split("\n\n", 1)[1].rstrip() in run
    assert "init" not in run
    assert run == see(othello_mis, ["run", line, "c3"], tmp_path).out


def test_a_module_without_a_course_is_shown_as_it_stands(tmp_path: Path) -> None:
    stack = str(LIBRARY / "stack.py")
    state = see(modspec, ["show", stack, "--moves", "push(3) push(5)"], tmp_path)
    assert "items = <3, 5>\n" == state.out
    (tmp_path / "calls.txt").write_text("push(3) push(5)\npop()\n", encoding="utf-8")
    kept = see(modspec, ["show", stack, "--from", "calls.txt", "--after", "1"], tmp_path)
    assert "items = <3>\n" == kept.out
    top = see(modspec, ["explain", stack, "top", "--from", "calls.txt", "--json"], tmp_path)
    assert ("top()", "3") == tuple(json.loads(top.out)[key] for key in ("call", "reply"))
    (tmp_path / "top").touch()  # the name of a call, and of a file
    assert "raises Empty\n" in see(modspec, ["explain", stack, "top"], tmp_path).out
    for given, said in (
        (["show", stack, "--from", "calls.txt", "--after", "9"], "--after is 9, and there are 3"),
        (["show", stack, "--from", "calls.txt", "--game", "2"], "there is no game 2; there is 1"),
        (["show", stack, "--from", "nowhere.txt"], "nowhere.txt: cannot be read: No such file"),
        (["explain", stack], "give a call to explain, such as push(item)"),
        (
            ["explain", stack, "verdict.json"],
            "verdict.json: a verdict on the module othello, which is none here",
        ),
    ):
        refused = see(modspec, given, tmp_path)
        assert Exit.USAGE == refused.code
        assert said in refused.out
