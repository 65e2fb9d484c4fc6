"""The command ``run``: try a specification by hand, call by call."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from modlab.commands.errors import Usage
from modlab.commands.explain import CallsCommand
from modlab.commands.options import flag, option
from modlab.commands.test_file import demand_test_file, write_test_file
from modlab.commands.written_calls import parameter_options, parameter_values
from modlab.course import Course
from modlab.session import PROMPT, Session
from modlab.transcript import transcript_lines
from modspec import SpecificationError

_HELP: Final = """Try a module by hand: a call shows the new state, output or exception.

{calls}

Without CALLS they are read from the keyboard, a line at a time. After an exception or an output
comes what decides it.

With --keep the transcript is also written as a test: pytest makes the same calls of the module as
it is by then, and shows what has changed.
"""

TEXT: Final = '''"""Calls of a specification, and what they come to. Run: pytest {file}"""

{imports}from modlab import replay

SPEC = {spec}

TRANSCRIPT = """\\
{transcript}"""


def test_the_calls_come_to_the_same() -> None:
    assert replay(SPEC, TRANSCRIPT) == TRANSCRIPT.splitlines()
'''
"""The text of a test file."""


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return CallsCommand(
        course,
        "run",
        params=[
            click.Argument(["calls"], nargs=-1),
            *parameter_options(course),
            option(
                "--keep file",
                "Write the transcript to FILE, as a test: test_calls.py.",
                metavar="FILE",
                type=click.Path(path_type=Path),
            ),
            flag("--force", "Overwrite FILE if it is there."),
        ],
        callback=partial(run_specification, course),
        help=_HELP.format(calls=course.calls_help),
    )


def run_specification(
    course: Course, calls: tuple[str, ...], file: Path | None, force: bool, **given: Any
) -> None:
    """Make calls of a specification, and show what each comes to."""
    parameters = parameter_values(course, given)
    if file is not None:
        _demand_plain(course, parameters)
        demand_test_file(file, force)
    session = Session(course.notation(parameters))
    initializers = session.notation.module.initializers
    is_typed = sys.stdin.isatty() and not calls
    begins = any(text.startswith(f.name) for text in calls for f in initializers)
    begins = begins or (bool(calls) and session.notation.position(calls[0]) is not None)
    if is_typed and (hint := _hint(course, session)):
        click.echo(hint)
    transcript: list[str] = []

    def show(line: str) -> None:
        transcript.append(line)
        if not (is_typed and line.startswith(PROMPT)):  # the person has typed it
            click.echo(line)

    for line in () if begins else session.begin():
        transcript.append(line)
        click.echo(line)
    for text in calls or _lines_of_input(is_typed):
        try:
            for line in transcript_lines(session, text):
                show(line)
        except SpecificationError as error:
            if not is_typed:
                raise Usage(str(error)) from error
            if transcript and transcript[-1].startswith(PROMPT):
                transcript.pop()  # the call is not defined, and so is none to keep
            click.echo(f"{course.name}: {error}", err=True)
    if not transcript and not is_typed:
        raise Usage(f"no call is given; {_hint(course, session)}")
    if file is not None:
        _keep(course.spec, transcript, file)
    elif is_typed:
        click.echo("--keep FILE keeps such a transcript as a test", err=True)


def _hint(course: Course, session: Session) -> str:
    """Return how to go on where no call is made by itself; empty where one is."""
    module = session.notation.module
    example = f"a call is written as {session.notation.example}"
    if module.initializers:
        first = module.initializers[0]
        shape = f"{first.name}({', '.join(each.name for each in first.parameters)})"
        return f"write {shape} first" if first.parameters else ""
    if module.states_theorems:
        return f"{module.name} states theorems: modspec prove {course.spec} proves them; {example}"
    return f"{module.name} has no state; {example}"


def _demand_plain(course: Course, parameters: dict[str, int]) -> None:
    """Raise Usage where a test would read another module: of a variant, with other parameters."""
    if course.variant is not None:
        raise Usage(f"--keep is for the plain game only, and not for {course.variant.name}")
    for name, value in parameters.items():
        if value != course.defaults[name]:
            raise Usage(f"--keep is for the usual {name} only, {course.defaults[name]}")


def _keep(spec: str, transcript: list[str], file: Path) -> None:
    """Write a transcript as a test."""
    text = "".join(f"{line}\n" for line in transcript)
    text = text.replace("\\", r"\\").replace('"""', r"\"\"\"")
    place, imports = f'"{spec}"', ""
    if spec.endswith(".py"):
        relative = Path(os.path.relpath(spec, file.parent)).as_posix()
        place = f'Path(__file__).parent / "{relative}"'
        imports = "from pathlib import Path\n\n"
    write_test_file(file, TEXT.format(file=file, imports=imports, spec=place, transcript=text))


def _lines_of_input(has_prompt: bool) -> Iterable[str]:
    """Yield the lines that are typed, or that standard input has, until it ends."""
    while True:
        if has_prompt:
            click.echo(PROMPT, nl=False)
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "exit"):
            if has_prompt:
                click.echo()
            return
        yield line
