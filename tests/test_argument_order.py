"""Arguments of ``modspec`` in the wrong order: the error is the line that would be right."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from modlab.commands.errors import Exit
from modlab.modspec_command import cli

LIBRARY = Path(__file__).parents[1] / "docs" / "library"

PROGRAM = """
from pathlib import Path

Path("it_was_run").touch()


class Stack:
    def init(self):
        self.items = []
"""


EMPTY = "empty.py is empty; write your specification in it, or name another file"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a specification, a program in two languages, and a class."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(LIBRARY / "stack.py", tmp_path)
    (tmp_path / "prog.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "Prog.java").write_text("class Prog {}", encoding="utf-8")
    (tmp_path / "class").mkdir()
    (tmp_path / "empty.py").touch()
    return tmp_path


def refusal(line: str) -> str:
    """What is said of a line that is wrong."""
    done = CliRunner().invoke(cli, shlex.split(line), standalone_mode=False)
    assert isinstance(done.exception, click.ClickException), done.exception
    assert Exit.USAGE == done.exception.exit_code
    return done.exception.format_message()


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("check prog.py stack.py", "check stack.py prog.py"),
        ("check py:prog:Stack stack.py --brief", "check stack.py py:prog:Stack --brief"),
        ("check 'java Prog' stack.py", "check stack.py 'java Prog'"),
        ("check --seed 3 Prog.java stack.py", "check stack.py Prog.java --seed 3"),
        ("check stack stack.py", "check stack.py stack"),
        ("explain 'push(3) top' stack.py", "explain stack.py 'push(3) top'"),
        ("explain verdict.json stack.py", "explain stack.py verdict.json"),
        ("run 'push(3)' stack.py", "run stack.py 'push(3)'"),
        ("grade class stack.py", "grade stack.py class"),
        ("test test_it.py stack.py --impl prog.py", "test stack.py test_it.py --impl prog.py"),
        ("rules depth stack.py", "rules stack.py depth"),
        ("prove push stack.py", "prove stack.py --only push"),
        ("prove --strict push stack.py", "prove stack.py --only push --strict"),
        ("show push stack.py --latex", "show stack.py --latex"),
        ("check prog.py othello_spec.othello", "check othello_spec.othello prog.py"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_specification_comes_first(line: str, right: str) -> None:
    assert f"the specification comes first: modspec {right}" == refusal(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("init stack.py python", "the language {}: modspec init python stack.py"),
        ("init stack.py --force js kit", "the language {}: modspec init js stack.py kit --force"),
        ("init kit python stack.py", "the language {}: modspec init python stack.py kit"),
        ("init kit stack.py java", "the language {}: modspec init java stack.py kit"),
        ("init stack.py", "the language {}, as in modspec init python stack.py"),
        (
            "init othello_spec.othello",
            "the language {}, as in modspec init python othello_spec.othello",
        ),
        ("course stack.py new class", "new {}: modspec course new stack.py class"),
        ("course new class stack.py", "new {}: modspec course new stack.py class"),
        ("course pack class stack.py", "pack {}: modspec course pack stack.py class"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_word_comes_before_the_specification(line: str, said: str) -> None:
    assert said.format("comes first, then the specification") == refusal(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "check prog.py",
            "prog.py does not import modspec, as a specification does; the specification comes "
            "first: modspec check SPEC prog.py",
        ),
        (
            "check prog.py py:it --brief",
            "prog.py does not import modspec, as a specification does; the specification comes "
            "first: modspec check SPEC py:it --brief",
        ),
        (
            "run 'push(3)'",
            "'push(3)' is no specification; the specification comes first: modspec run SPEC "
            "'push(3)'",
        ),
        (
            f"explain {'x' * 300}.y()",
            f"'{'x' * 300}.y()' is no specification; the specification comes first: modspec "
            f"explain SPEC '{'x' * 300}.y()'",
        ),
        (f"check {'x' * 300}.py", f"no file '{'x' * 300}.py': File name too long"),
        (
            "check stack.py stack.py",
            "stack.py is the specification itself; give a program to check",
        ),
        (
            "new Parking-meter",
            "'Parking-meter' is no name of a module; take a word in lower case, as in "
            "parking_meter",
        ),
        ("check empty.py", EMPTY),
        ("check empty.py prog.py", EMPTY),
        ("show empty.py", EMPTY),
        ("new class", "'class' is a keyword of Python; choose another name"),
        ("new 3x", "'3x' is no name of a module; take a word in lower case, as in stack"),
        ("lint os", "os is a module of Python's own, and no specification"),
        ("show json", "json is a module of Python's own, and no specification"),
        ("lint click", "click is a module of a library, and no specification"),
        (
            "check stack.py prog.py --domain nosuch.item=1",
            "no parameter 'nosuch.item'; did you mean push.item?",
        ),
        ("run othello f5", "no module 'othello'; did you mean othello_spec.othello?"),
        (
            "test stack.py prog.py",
            "no program is given: write --impl PROGRAM; prog.py is where the tests would go",
        ),
    ],
)
def test_a_specification_that_is_missing_is_said_to_be(line: str, said: str, folder: Path) -> None:
    assert said == refusal(line)
    assert not (folder / "it_was_run").exists()


@pytest.mark.parametrize(
    "line",
    [
        "show stack.py",
        "lint stack.py --quick",
        "run stack.py top",
        "show --moves 'push(3)' stack.py",
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_is_in_order_is_done(line: str) -> None:
    done = CliRunner().invoke(cli, shlex.split(line), standalone_mode=False)
    assert done.exception is None


def test_wrong_values_to_try_are_said_to_be_of_the_command(folder: Path) -> None:
    line = "check stack.py prog.py --domain item=abc"
    done = CliRunner().invoke(cli, shlex.split(line), standalone_mode=False)
    assert isinstance(done.exception, click.UsageError)
    assert done.exception.ctx is not None
    assert "check" == done.exception.ctx.command.name
    assert "check" == done.exception.ctx.info_name


def test_a_state_is_shown_with_the_calls_on_the_way_that_raise(folder: Path) -> None:
    line = "show stack.py --moves 'pop() push(1) pop() push(2) top()'"
    done = CliRunner().invoke(cli, shlex.split(line), standalone_mode=False)
    assert "pop() raises Empty, and changes nothing\nitems = <2>\n" == done.output


@pytest.mark.parametrize("name", ["json", "typing", "test", "modspec"])
def test_a_new_module_that_hides_one_of_pythons_is_said_to(name: str, folder: Path) -> None:
    done = CliRunner().invoke(cli, ["new", name], standalone_mode=False)
    owner = "of the notation" if name == "modspec" else "of Python's own"
    assert (
        f"modspec: there is a module {name} {owner}, which {name}.py hides from programs in its "
        f"folder; my_{name}.py hides nothing\n"
    ) == done.stderr
    assert (folder / f"{name}.py").is_file()
    assert "" == CliRunner().invoke(cli, ["new", f"my_{name}"], standalone_mode=False).stderr


def test_a_specification_that_python_finds_before_its_own_module_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    assert "" == CliRunner().invoke(cli, ["new", "lamp"], standalone_mode=False).stderr
    (folder / "lamp.py").rename(folder / "colorsys.py")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    done = CliRunner().invoke(cli, ["lint", "colorsys", "--quick"], standalone_mode=False)
    assert "colorsys: 0 errors, 0 warnings, 0 hints\n" == done.output
