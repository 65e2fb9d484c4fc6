"""Program files: `check` takes a source file or a folder, and says what it misses."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from modcheck.grading.programs import Recipe, recognise_file
from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import Sandbox
from modlab.commands.program_files import adapter_suggestion, program_file, protocol_suggestion
from modlab.specification_course import SpecificationCourse
from othello_mis.course import COURSE
from test_cli import CONFORMS, INFRASTRUCTURE, TESTS, USAGE, assert_one_line, run
from test_kits import run as run_line

NAMES = ("Othello", "othello")
ROUTINES = ("init", "move", "is_valid_move", "cell", "turn", "count", "winner", "game_over")
INHERITS = """
class Helper:
    def move(self): ...

class Game(Base):
    def init(self): ...
    def move(self, row, col): ...

    def turn(self): ...
"""
BOUNDED = """
class Error(Exception): ...

class Base:
    LIMIT = None
    def init(self): ...
    def move(self, row, col): ...
    def turn(self): ...

class Bounded(Base):
    LIMIT = 3

class Refused(Base.Error): ...
"""
FILES = {
    "bounded.py": (BOUNDED, Recipe("py:bounded:Bounded")),
    "bound.py": (
        "game = Game()\ninit, move = game.init, game.move\nturn = lambda: game.turn\n",
        Recipe("py:bound"),
    ),
    "a_script.py": ("turn = 1\nprint(turn)\nmove == 3\ninit == 4\n", Recipe("python3 a_script.py")),
    "othello.py": ("class Othello:\n    pass\n", Recipe("py:othello:Othello")),
    "game.py": (INHERITS, Recipe("py:game:Game")),
    "heir.py": (
        "from game import Game\nclass OTHELLO(Game):\n    ...\n",
        Recipe("py:heir:OTHELLO"),
    ),
    "functions.py": ("def init(): ...\ndef move(row, col): ...\n", Recipe("py:functions")),
    "talks.py": ("print('hello')\n", Recipe("python3 talks.py")),
    "Game.java": (
        "class Game {}\n",
        Recipe(
            "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp . Game",
            "javac -encoding UTF-8 -d . ./*.java",
        ),
    ),
    "game.c": ("int main(void) { return 0; }\n", Recipe("./game", "cc -O1 -o game ./*.c -lm")),
    "game.mjs": ("console.log(1)\n", Recipe("node game.mjs")),
    "game.jar": ("PK", Recipe("java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar game.jar")),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_recognised_by_its_ending_and_what_it_has(name: str, tmp_path: Path) -> None:
    text, recipe = FILES[name]
    (tmp_path / name).write_text(text)
    assert recipe == recognise_file(tmp_path / name, NAMES, ROUTINES)
    found = program_file(str(tmp_path / name), NAMES, ROUTINES)
    assert found is not None
    assert (tmp_path, recipe) == (found.folder, found.recipe)


@pytest.mark.parametrize("named", ["game.py:Helper", "py:game.py:Helper"])
def test_the_class_of_a_file_may_be_named(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.py").write_text(INHERITS)
    monkeypatch.chdir(tmp_path)
    found = program_file(named, NAMES, ROUTINES)
    assert found is not None
    assert (tmp_path, Recipe("py:game:Helper")) == (found.folder, found.recipe)


@pytest.mark.parametrize("named", ["py:game", "py:game:Othello", "./othello", "node othello.mjs"])
def test_modules_and_command_lines_are_no_files(named: str) -> None:
    assert program_file(named, NAMES, ROUTINES) is None


def test_a_file_a_folder_and_a_module_without_its_class_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(TESTS / "wrong_implementations" / "sound.py", tmp_path / "my_game.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("downloads").mkdir()
    shutil.copy("my_game.py", "downloads/game (1).py")
    for named in ("my_game.py", "downloads/game (1).py", ".", "downloads", "py:my_game"):
        result = run("check", named, "--games", "0", "--unsafe")
        assert (CONFORMS, "") == (result.code, result.err)
        shown = "py:my_game:Othello" if named == "py:my_game" else named
        assert result.out.startswith(f"✓ {shown} conforms to othello\n")


def test_what_is_not_there_or_is_nothing_to_run_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_one_line(run("check", "otelo.py"), USAGE, "there is no file otelo.py$")
    Path("othello.py").write_text("print('hello')\n")
    near = "there is no file otelo.py; did you mean othello.py[?]"
    assert_one_line(run("check", "otelo.py"), USAGE, near)
    Path("othello.v2.py").write_text("class Othello:\n    pass\n")
    assert_one_line(
        run("check", "othello.v2.py:Othello"), USAGE, "Python cannot import othello.v2.py: no point"
    )
    Path("empty").mkdir()
    assert_one_line(run("check", "empty"), USAGE, "nothing to run was recognised in empty; name ")


STACK = TESTS.parent / "docs" / "library" / "stack.py"
ROUTINES_OF_STACK = "init, push, pop, top, depth"
CLASSES = {
    "class Pile:\n    def top(self): ...\n    def pop(self): ...\n": "pop, top of",
    "from base import Base\n\n\nclass Pile(Base):\n    pass\n": "none of",
}


@pytest.mark.parametrize("text", CLASSES)
def test_a_class_that_is_not_recognised_is_named(text: str, tmp_path: Path) -> None:
    shutil.copy(STACK, tmp_path / "stack.py")
    (tmp_path / "base.py").write_text("class Base:\n    pass\n")
    (tmp_path / "mine.py").write_text(text)
    done = run_line("modspec check stack.py mine.py --unsafe", tmp_path)
    assert (INFRASTRUCTURE, "") == (done.code, done.out)
    only = "" if CLASSES[text].startswith("none") else "only "
    assert done.err == (
        f"modspec: mine.py has the class Pile, which defines {only}{CLASSES[text]} "
        f"{ROUTINES_OF_STACK}; name it: modspec check stack.py mine.py:Pile\n"
    )


def test_a_class_named_like_the_module_is_the_program_whatever_it_defines(tmp_path: Path) -> None:
    shutil.copy(STACK, tmp_path / "stack.py")
    shutil.copy(TESTS / "library_programs" / "stack.py", tmp_path / "base.py")
    text = "from base import Stack as Base\n\n\nclass Stack(Base):\n    pass\n"
    (tmp_path / "mine.py").write_text(text)
    done = run_line("modspec check stack.py mine.py --unsafe --games 0", tmp_path)
    assert (CONFORMS, "") == (done.code, done.err)


@pytest.mark.parametrize("class_of", ["", "class Board:\n    x = 1\n\n\n"])
def test_a_script_that_speaks_no_protocol_is_told_of_the_adapter(
    class_of: str, tmp_path: Path
) -> None:
    shutil.copy(STACK, tmp_path / "stack.py")
    (tmp_path / "mine.py").write_text(f"{class_of}print('Your move?')\n")
    done = run_line("modspec check stack.py mine.py --unsafe", tmp_path)
    assert "'modspec init python stack.py' writes an adapter" in done.err


def test_the_specification_in_a_folder_is_not_taken_for_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(TESTS.parent / "docs" / "library" / "stack.py", tmp_path / "stack.py")
    for named, said in (
        (".", "nothing to run was recognised in . besides the specification, stack.py; name the "),
        ("./stack.py", "./stack.py is the specification itself; give a program to check"),
    ):
        done = run_line(f"modspec check stack.py {named}", tmp_path)
        assert (USAGE, "") == (done.code, done.out)
        assert done.err.startswith(f"modspec: {said}")
    shutil.copy(TESTS / "library_programs" / "stack.py", tmp_path / "mine.py")
    assert CONFORMS == run_line("modspec check stack.py . --games 0", tmp_path).code


def test_what_does_not_build_is_told(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler called cc")  # .ci/run installs one, and allows no skip
    (tmp_path / "game.c").write_text("int main( {")
    result = run("check", str(tmp_path / "game.c"), "--unsafe")
    assert_one_line(
        result, INFRASTRUCTURE, "game.c does not build: cc .* failed: game.c:1:.* error"
    )


@pytest.fixture
def c_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a sound program in C; the test is skipped where nothing builds."""
    try:
        Sandbox.with_backend("bubblewrap")
    except SandboxError as error:  # .ci/run's machine has it, and allows no skip
        pytest.skip(str(error))
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")  # as above
    folder = tmp_path / "handed-in"
    folder.mkdir()
    shutil.copy(TESTS / "programs" / "othello.c", folder / "game.c")
    monkeypatch.chdir(folder)
    return folder


def test_a_program_is_built_by_the_command_line_that_is_given(c_folder: Path) -> None:
    haste = ("--games", "0", "--partial")
    for folder in ([], ["--folder", "."]):
        built = run("check", "--build", "gcc -o reversi ./*.c", "./reversi", *folder, *haste)
        assert (CONFORMS, "") == (built.code, built.err)
        assert built.out.startswith("✓ ./reversi conforms to othello\n")
    assert ["game.c"] == [path.name for path in c_folder.iterdir()]
    failed = run("check", "--build", "gcc -o reversi ./*.d", "./reversi")
    assert_one_line(failed, INFRASTRUCTURE, "./reversi does not build: gcc -o reversi .* failed: ")
    other = run("check", "--build", "gcc -o reversi ./*.c", "./another")
    assert_one_line(other, USAGE, "there is no program ./another")


def test_a_module_is_built_and_runs_confined(c_folder: Path) -> None:
    shutil.copy(TESTS / "wrong_implementations" / "sound.py", c_folder / "my_game.txt")
    command = ("--build", "mv my_game.txt my_game.py", "--games", "0")
    for named in ("py:my_game:Othello", "my_game.py"):
        result = run("check", named, *command)
        if named.startswith("py:"):
            assert (CONFORMS, "") == (result.code, result.err)
            assert "bubblewrap" in result.out
        else:  # no command line, and no file before it is built
            assert USAGE == result.code
    result = run("check", "py:my game", *command)
    assert_one_line(result, USAGE, "'py:my game' names no Python module")


def test_where_nothing_can_be_built_the_report_says_so(c_folder: Path) -> None:
    how = ("--sandbox", "landlock", "--report", "gradescope=results.json")
    result = run("check", "--build", "gcc -o reversi ./*.c", "./reversi", *how)
    assert INFRASTRUCTURE == result.code
    assert result.err.removeprefix("othello-mis: ").strip() in Path("results.json").read_text()


def test_a_build_runs_nothing_outside_and_reads_nothing_there(
    c_folder: Path, tmp_path: Path
) -> None:
    mark, secret = tmp_path / "mark", tmp_path / "course.toml"
    secret.write_text('hidden = ["draw"]')
    (c_folder / "-Bx.c").write_text("")  # to gcc an option: where its parts are
    part = c_folder / "x.ccc1"
    part.write_text(f"#!/bin/sh\ntouch {mark}\nexit 1\n")
    part.chmod(0o755)
    subprocess.run("gcc -o othello *.c", shell=True, check=False, capture_output=True)
    assert mark.exists()  # so it goes where nothing is confined
    mark.unlink()
    for pattern in ("*.c", "./*.c"):
        found = run("check", "--build", f"gcc -o othello {pattern}", "./othello", "--games", "0")
        assert not mark.exists()
        assert (INFRASTRUCTURE if pattern == "*.c" else CONFORMS) == found.code, found.err
    include = f'__asm__(".incbin \\"{secret}\\"");\n'
    (c_folder / "steals.c").write_text(include)
    subprocess.run(["gcc", "-c", "steals.c"], check=True)  # so it goes where nothing is confined
    found = run("check", "--build", "gcc -o othello ./*.c", "./othello")
    assert_one_line(found, INFRASTRUCTURE, "./othello does not build: .*")


@pytest.mark.parametrize(
    ("file", "text", "language"),
    [
        ("game.c", "int move(int row) { return row; }\n", "c"),
        ("main.py", "print('Your move?')\n", "python"),
    ],
)
def test_a_program_that_speaks_no_protocol_gets_an_adapter(
    file: str, text: str, language: str, tmp_path: Path
) -> None:
    if language == "c" and shutil.which("cc") is None:
        pytest.skip("there is no C compiler called cc")  # .ci/run installs one, and allows no skip
    (tmp_path / file).write_text(text)
    result = run("check", str(tmp_path / file), "--unsafe")
    advice = f"'othello-mis init {language}' writes an adapter"
    assert_one_line(result, INFRASTRUCTURE, f".*{advice}")
    (tmp_path / file).write_text("int main( {" if language == "c" else "class Othello:\n    pass\n")
    assert "adapter" not in run("check", str(tmp_path / file), "--unsafe").err


def test_a_starter_kit_needs_no_adapter() -> None:
    assert "" == adapter_suggestion("folder/othello_kit.py", COURSE)
    assert "" == adapter_suggestion("othello", COURSE)
    assert adapter_suggestion("folder/othello.py", COURSE)


def test_a_program_for_a_module_of_ones_own_gets_the_adapter_of_its_specification() -> None:
    library = Path(__file__).parents[1] / "docs" / "library"
    stack = SpecificationCourse(str(library / "stack.py"))
    said = adapter_suggestion("folder/Stack.java", stack)
    assert said.endswith(f"'modspec init java {library}/stack.py' writes an adapter")
    assert "" == adapter_suggestion("folder/Checked.java", stack)  # it is one
    objects = SpecificationCourse(str(library / "route.py"))  # there is no kit for it
    assert "" == adapter_suggestion("folder/Route.java", objects)


def test_a_program_that_wants_to_be_asked_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "silent").write_text("#!/bin/sh\n")
    (tmp_path / "silent").chmod(0o755)
    result = run("check", str(tmp_path / "silent"), "--unsafe")
    assert_one_line(result, INFRASTRUCTURE, "when it is asked to, try --impl '.*silent --pipe'")
    assert "" == protocol_suggestion("./othello --pipe", COURSE)
