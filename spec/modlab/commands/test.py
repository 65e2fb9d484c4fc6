"""The command ``test``: write the tests of an implementation, a few lines that one keeps."""

from __future__ import annotations

import os
import re
from functools import partial
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten, wrap
from typing import Final

import click

from modlab.calls import to_text
from modlab.commands.errors import Usage
from modlab.commands.implementations import PYTHON
from modlab.commands.options import flag, option
from modlab.commands.program_files import module_suggestion
from modlab.commands.progress import showing_progress
from modlab.commands.test_file import demand_test_file, write_test_file
from modlab.course import Course
from modlab.telling_calls import telling_sequences
from modspec import Module
from modspec.lint import Progress
from modspec.run.machine import Call

_HELP: Final = """Write a pytest file for an implementation of a module.

It has some sequences of calls, each with the rules that it is about, and a state machine by which
Hypothesis chooses more of them. What is due comes from the module at each run. The file is yours:
add calls, give tests names. PROGRAM is py:package.module:Class, a command line or a source file.
"""

TEXT: Final = '''"""Tests of a program against its specification. Run: pytest {file}"""

from pathlib import Path

import pytest

from modlab import Driver

DRIVER = Driver({spec}, {program}, Path(__file__).{folder})


@pytest.mark.parametrize(
    "calls",
    [
{sequences}
    ],
)
def test_replies_are_those_of_the_specification(calls: str) -> None:
    DRIVER.check(calls)


{name} = DRIVER.state_machine().TestCase
'''
"""The text of a test file."""

_INDENT: Final = 8 * " "
_WIDTH: Final = 80


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return click.Command(
        "test",
        params=[
            option("--impl program", "The program to test.", metavar="PROGRAM"),
            click.Argument(["file"], required=False, type=click.Path(path_type=Path)),
            flag("--force", "Overwrite the file if it is there."),
        ],
        callback=partial(write_tests, course),
        help=_HELP,
    )


def write_tests(course: Course, program: str | None, file: Path | None, force: bool) -> None:
    """Write a test file, and say how to run it."""
    if program is None:
        place = "" if file is None else f"; {file} is where the tests would go"
        raise Usage(f"no program is given: write --impl PROGRAM{place}")
    if course.variant is not None:
        raise Usage(f"tests are of the plain game only, and not of {course.variant.name}")
    spec, module = course.spec, course.specification
    with showing_progress("test") as show:
        text = _sequences(module, show)
    path = file or Path(f"test_{module.name}.py")
    demand_test_file(path, force)
    here = Path.cwd()
    level = len(path.absolute().resolve().relative_to(here).parts) - 1
    content = TEXT.format(
        file=path,
        spec=_quotation(os.path.relpath(spec, here) if spec.endswith(".py") else spec),
        program=_quotation(_program(program)),
        folder=f"parents[{level}]" if level else "parent",
        sequences=text,
        name=f"Test{re.sub('_', '', module.name.title())}",
    )
    write_test_file(path, content)


def _program(program: str) -> str:
    """Return a program as the folder of the tests names it."""
    place = program.removeprefix(PYTHON)
    module, sign, member = place.partition(":")
    if module.endswith(".py") and " " not in module and not Path(module).is_file():
        raise Usage(f"there is no file {module}; give the program to test")
    if module.endswith(".py") and Path(module).is_file():  # a file, as a module of its folder
        dotted = ".".join(Path(os.path.relpath(module)).with_suffix("").parts)
        program = f"{PYTHON}{dotted}{sign}{member}"
    if program.startswith(PYTHON):
        _demand_program(program.removeprefix(PYTHON))
    return program


def _demand_program(place: str) -> None:
    """Raise Usage if Python finds no such module, or a class is nowhere in its text.

    Nothing of the program is run.
    """
    module, _, member = place.partition(":")
    file = _source_of(module)
    if file is None:
        raise Usage(f"no module {module!r}; give the program to test{module_suggestion(place)}")
    if member and file.suffix == ".py":
        text = file.read_text(encoding="utf-8", errors="replace")
        if not re.search(rf"\b{re.escape(member)}\b|import \*", text):
            classes = ", ".join(_CLASS.findall(text))
            others = f"; it has {classes}" if classes else ""
            raise Usage(f"{module} has no class {member!r}{others}")


_CLASS: Final = re.compile(r"^class (\w+)\b(?!\(\w*(?:Exception|Error)\b)", re.MULTILINE)
"""A class that is no exception."""


def _source_of(module: str) -> Path | None:
    """Return the file of a module, or the folder of a package without one; None if there is none.

    The current folder is searched first, and no package is imported.
    """
    first, *inner = module.split(".")
    found = PathFinder.find_spec(first, [str(Path.cwd())]) or find_spec(first)
    for part in inner:
        found = found and PathFinder.find_spec(part, found.submodule_search_locations or ())
    if found is None:
        return None
    return Path(found.origin or next(iter(found.submodule_search_locations or ()), ""))


def _sequences(module: Module, progress: Progress) -> str:
    """Return the lines of each sequence of calls, with its rules as a comment before it."""
    lines = []
    for sequence in telling_sequences(module, progress):
        first, *rest = sequence.calls
        is_plain = first == Call(module.initializers[0].name, ())  # the driver makes it
        calls = " ".join(map(to_text, rest if rest and is_plain else sequence.calls))
        pieces = [_quotation(piece) for piece in wrap(calls, _WIDTH, drop_whitespace=False)]
        lines.append(f"{_INDENT}# {shorten(', '.join(sequence.rules), _WIDTH)}")
        if pieces[1:]:
            pieces = ["(", *(f"    {piece}" for piece in pieces), ")"]
        lines.append("\n".join(f"{_INDENT}{piece}" for piece in pieces) + ",")
    return "\n".join(lines)


def _quotation(text: str) -> str:
    return repr(text) if '"' in text else f'"{text}"'
