"""Starter kits: ``othello-mis init`` writes one, and a student's program in it gets its verdict."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from modlab.commands.init import LANGUAGES, kit_commands, kit_text, starter_kit
from othello_mis.course import COURSE
from student_programs import KITS, PROGRAMS, filled_in, has_tool, parts

DOCS = Path(__file__).parents[1] / "docs" / "how-to"
LAUNCH: Final = "from othello_mis.commands.main import main; main()"
"""Run with -P, as the installed command does: nothing in the kit's folder is to be imported."""

MOST_LINES: Final = 180
"""How many lines a starter kit may have. C and C++ have three for each routine."""

ROUTINES = ("init", "move", "is_valid_move", "cell", "turn", "count", "winner", "game_over")
ROUTINES += ("has_valid_moves",)

CONFORMS, DEVIATES, USAGE, INFRASTRUCTURE = 0, 1, 2, 3


class Result(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def run(command: str, folder: Path) -> Result:
    """Run a command as in a shell, the checker's as it is installed here."""
    program, *arguments = shlex.split(command)
    start = [program]
    if program == "othello-mis":
        start = [sys.executable, "-P", "-c", LAUNCH]
    done = subprocess.run(
        [*start, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return Result(done.returncode, done.stdout, done.stderr)


def compile_program(language: str, folder: Path) -> str:
    """Compile what lies in a folder, without a warning. Return the command that checks it."""
    tool, strictly = PROGRAMS[language].tool, PROGRAMS[language].strictly
    *compilations, check = kit_commands(COURSE, kit_text(COURSE, starter_kit(COURSE, language)))
    for command in compilations:
        assert command.startswith(f"{tool} ")
        done = run(command.replace(tool, f"{tool} {strictly}", 1), folder)
        assert (0, "", "") == done
    return check


Built = Callable[..., tuple[str, Path]]
"""The command that checks a student's program in a language, and the folder to run it in."""


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """A language whose tools are there."""
    found: str = request.param
    if not has_tool(PROGRAMS[found].tool):
        pytest.skip(f"there is no {PROGRAMS[found].tool}, or it is too old, for {found}")
    return found


@pytest.fixture(scope="module")
def student_program(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A function that builds a student's program once. It returns the check and the folder."""

    @cache
    def build(language: str, what: str = "sound") -> tuple[str, Path]:
        folder = tmp_path_factory.mktemp(language)
        shutil.copytree(KITS / language, folder, dirs_exist_ok=True)
        program = PROGRAMS[language]
        if what != "sound":
            {"faulty": program.fault, "crashing": program.crash}[what].apply(folder)
        assert CONFORMS == run(f"othello-mis init {language}", folder).code
        kit = folder / starter_kit(COURSE, language).name
        kit.write_text(filled_in(kit.read_text(encoding="utf-8")), encoding="utf-8")
        return compile_program(language, folder), folder

    return build


# -- what is written -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_init_writes_the_kit_and_says_what_to_run(language: str, tmp_path: Path) -> None:
    kit = starter_kit(COURSE, language)
    done = run(f"othello-mis init {language} new/folder", tmp_path)
    assert (CONFORMS, "") == (done.code, done.err)
    assert kit.read_bytes() == (tmp_path / "new" / "folder" / kit.name).read_bytes()
    assert f"Wrote new/folder/{kit.name}." == done.out.splitlines()[0]
    assert [
        f"  {command}" for command in kit_commands(COURSE, kit_text(COURSE, kit))
    ] == done.out.split("\n\n")[1].splitlines()
    assert kit_commands(COURSE, kit_text(COURSE, kit))[-1].startswith("othello-mis check --impl ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_is_short_and_has_a_place_for_every_routine(language: str) -> None:
    text = starter_kit(COURSE, language).read_text(encoding="utf-8")
    before, places, after = parts(text)
    assert len(text.splitlines()) <= MOST_LINES
    assert [] == [line for line in text.splitlines() if len(line) > 100 or line != line.rstrip()]
    names = "|".join(ROUTINES)
    assert [*ROUTINES] == re.findall(rf"(?:\"|routines\.|MIS_)({names})\b", places)
    assert 1 == text.count("your part")  # a search finds the section itself
    for text in (before, after):
        assert not re.search(r"\bgame\.|\bothello_(?!m|kit|spec\.)", text), (
            "your part is the only place"
        )


def test_init_overwrites_only_by_force(tmp_path: Path) -> None:
    file = tmp_path / "othello_kit.py"
    file.write_text("mine")
    refused = run("othello-mis init python", tmp_path)
    assert (USAGE, "", "mine") == (refused.code, refused.out, file.read_text())
    assert "othello-mis: 'othello_kit.py' is there already; --force overwrites it\n" == refused.err
    assert CONFORMS == run("othello-mis init --force Python .", tmp_path).code
    assert starter_kit(COURSE, "python").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("", "Missing argument 'LANGUAGE'"),
        ("cobol", "'cobol' is not one of 'python', 'java', "),
        ("c a_file", "'a_file/othello_mis.c' cannot be written: File exists; name another folder"),
        ("c a_file/b", "'a_file/b/othello_mis.c' cannot be written: Not a directory; name another"),
        ("java --force taken", "'taken/OthelloMis.java' cannot be written: Is a directory; "),
        ("java taken", "'taken/OthelloMis.java' cannot be written: File exists; name another"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(
    arguments: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "a_file").write_text("")
    (tmp_path / "taken" / "OthelloMis.java").mkdir(parents=True)
    done = run(f"othello-mis init {arguments}", tmp_path)
    assert (USAGE, "", 1) == (done.code, done.out, done.err.count("\n"))
    assert why in done.err


def spoken(check: str, folder: Path, calls: list[list[object]]) -> tuple[list[dict[str, Any]], str]:
    """Return a command's replies to the handshake and to calls, if any, and its other output."""
    asked: list[dict[str, object]] = [{"id": 0, "hello": 1}]
    asked += [{"id": 1, "calls": calls}] if calls else []
    done = subprocess.run(
        shlex.split(shlex.split(check)[-1]),
        cwd=folder,
        input="".join(json.dumps(line, separators=(",", ":")) + "\n" for line in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def without_details(replies: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return replies without what only helps the reader of a verdict."""
    return [{k: value for k, value in reply.items() if k != "detail"} for reply in replies]


# -- what is made of it ----------------------------------------------------------------------------


def test_an_untouched_kit_compiles_shakes_hands_and_offers_nothing(
    language: str, tmp_path: Path
) -> None:
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    run(f"othello-mis init {language}", tmp_path)
    check = compile_program(language, tmp_path)
    assert [{"id": 0, "hello": 1, "routines": []}] == spoken(check, tmp_path, [])[0]
    done = run(check, tmp_path)
    assert (INFRASTRUCTURE, "", 1) == (done.code, done.out, done.err.count("\n"))
    assert re.search(r"offers no .*\binit\b", done.err)


def test_a_sound_program_conforms(language: str, student_program: Built) -> None:
    check, folder = student_program(language)
    done = run(f"{check} --games 0", folder)
    assert (CONFORMS, "") == (done.code, done.err)
    assert re.match("✓ .* conforms to othello\n", done.out)
    assert "9 access programs, 2 exceptions" in " ".join(done.out.split())


def test_a_faulty_program_is_rejected_for_its_rule(language: str, student_program: Built) -> None:
    check, folder = student_program(language, "faulty")
    done = run(f"{check} --json", folder)
    assert DEVIATES == done.code
    assert PROGRAMS[language].rule == json.loads(done.out)["faults"][0]["rule"]


def test_a_crash_is_a_fault_with_its_call(language: str, student_program: Built) -> None:
    check, folder = student_program(language, "crashing")
    done = run(check, folder)
    assert DEVIATES == done.code
    assert re.search(r"^  (call|shown by) +(count\((BLACK|WHITE)\)|winner\(\))", done.out, re.M)
    assert PROGRAMS[language].dying in " ".join(done.out.split())


def test_what_a_program_prints_does_not_get_among_the_answers(
    language: str, student_program: Built
) -> None:
    check, folder = student_program(language)
    calls: list[list[object]] = [["init"], ["move", 2, 3], ["move", 2, 3], ["cell", -1, 9]]
    calls += [["turn"], ["count", "black"], ["is_valid_move", 2, 2, "white"], ["winner"]]
    answers = [{"out": None}, {"out": None}, {"exc": "InvalidMove"}, {"exc": "OutOfBounds"}]
    answers += [{"out": "white"}, {"out": 4}, {"out": True}, {"out": "black"}]
    (_, answered), said = spoken(check, folder, calls)
    assert (1, answers) == (answered["id"], without_details(answered["replies"]))
    assert re.search(r"2,? 3", said), "the program prints its moves"


def test_a_crash_does_not_stop_the_adapter(language: str, student_program: Built) -> None:
    check, folder = student_program(language, "crashing")
    count = ["count", "black"]
    (_, answered), _ = spoken(check, folder, [["init"], count, count, ["turn"]])
    first, crash, again, last = answered["replies"]
    assert crash == again
    assert [{"out": None}, {"out": "black"}] == [first, last]
    assert PROGRAMS[language].dying in (crash.get("detail") or crash["error"])


OTHER_VALUES: Final = {
    "cpp": (
        """\
enum class Side { first, second };
enum class Content { blank, first, second };
#define MIS_DISCS Side::first, Side::second
#define MIS_cell(row, col) Content::blank
#define MIS_turn() Side::second
#define MIS_winner() std::optional<Side>()
""",
        [
            {"error": "it returned a value that is not in MIS_DISCS"},
            {"out": "white"},
            {"out": "draw"},
        ],
    ),
    "rust": (
        """\
type Index = i8;
fn main() {
    serve((), &["X", "O"], &[
        ("cell", |_, _| say(Some(Some("O")))),
        ("turn", |_, _| say(Ok::<_, ()>(Err::<(), _>("no turn")))),
        ("winner", |_, _| say(Some(None::<()>))),
    ]);
}
""",
        [{"out": "white"}, {"exc": "NoTurn"}, {"out": "draw"}],
    ),
}
"""Parts of kits, and the replies to the cell of a square, the turn and the winner."""


@pytest.mark.parametrize("language", OTHER_VALUES, indirect=True)
def test_a_value_is_told_from_others_or_is_reported(language: str, tmp_path: Path) -> None:
    part, due = OTHER_VALUES[language]
    kit = tmp_path / starter_kit(COURSE, language).name
    kit.write_text(filled_in(starter_kit(COURSE, language).read_text(encoding="utf-8"), part))
    *_, command = kit_commands(COURSE, kit_text(COURSE, kit))
    compiler = {
        "cpp": "c++ -std=c++17 -include optional -o mis othello_mis.cpp",
        "rust": "rustc --edition 2024 othello_mis.rs",
    }[language]
    assert 0 == run(compiler, tmp_path).code
    (_, answered), _ = spoken(command, tmp_path, [["cell", 0, 0], ["turn"], ["winner"]])
    assert due == without_details(answered["replies"])


# -- what is left out ------------------------------------------------------------------------------


def test_what_is_left_commented_is_not_offered(language: str, tmp_path: Path) -> None:
    shutil.copytree(KITS / language, tmp_path, dirs_exist_ok=True)
    run(f"othello-mis init {language}", tmp_path)
    kit = tmp_path / starter_kit(COURSE, language).name
    before, places, after = parts(filled_in(kit.read_text(encoding="utf-8")))
    left = re.sub(r".*\bgame_over\b.*\n", "", places)
    kit.write_text(before + left + after, encoding="utf-8")
    (handshake,), _ = spoken(compile_program(language, tmp_path), tmp_path, [])
    assert {*ROUTINES} - {"game_over"} == set(handshake["routines"])


# -- the page -------------------------------------------------------------------------------------


def test_the_page_of_the_kits_has_every_kit_and_its_commands() -> None:
    page = (DOCS / "starter-kits.md").read_text(encoding="utf-8")
    for language in LANGUAGES:
        kit = starter_kit(COURSE, language)
        what = "<br>".join(
            f"`{command}`" for command in kit_commands(COURSE, kit_text(COURSE, kit))
        )
        row = f"](check-a-{language}-program.md) | `{language}` | `{kit.name}` | {what} |\n"
        assert row in page
        assert f"```{{literalinclude}} ../../model/othello_mis/kits/{language}/{kit.name}\n" in page
