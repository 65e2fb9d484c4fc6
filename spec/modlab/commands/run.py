"""The command ``run``: try a specification by hand, call by call."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

import click

from modlab.calls import to_text
from modlab.commands.errors import Usage
from modlab.commands.explain import CallsCommand
from modlab.commands.written_calls import parameter_options, parameter_values
from modlab.course import Course
from modlab.session import PROMPT, Session
from modspec import SpecificationError

_HELP: Final = """Try a module by hand: a call shows the new state, output or exception.

{calls}

Without CALLS they are read from the keyboard, a line at a time. After an exception or an output
comes what decides it.
"""


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return CallsCommand(
        course,
        "run",
        params=[click.Argument(["calls"], nargs=-1), *parameter_options(course)],
        callback=partial(run_specification, course),
        help=_HELP.format(calls=course.calls_help),
    )


def run_specification(course: Course, calls: tuple[str, ...], **given: Any) -> None:
    """Make calls of a specification, and show what each comes to."""
    session = Session(course.notation(parameter_values(course, given)))
    initializers = session.notation.module.initializers
    is_typed = sys.stdin.isatty() and not calls
    begins = any(text.startswith(f.name) for text in calls for f in initializers)
    begins = begins or (bool(calls) and session.notation.position(calls[0]) is not None)
    for line in () if begins else session.begin():
        click.echo(line)
    for text in calls or _lines_of_input(is_typed):
        try:
            if lines := [*session.set_up(text)]:
                click.echo("\n".join(lines))
                continue
            for call in session.read(text):
                if not is_typed:
                    click.echo(f"{PROMPT}{to_text(call)}")
                for line in session.make(call):
                    click.echo(line)
        except SpecificationError as error:
            if not is_typed:
                raise Usage(str(error)) from error
            click.echo(f"{course.name}: {error}", err=True)


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
