"""The command ``run``: try a specification by hand, call by call."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

import click

from modlab.calls import read_calls, to_text
from modlab.commands.errors import Usage
from modlab.session import PROMPT, Session
from modlab.specification_file import specification_at
from modspec import SpecificationError

_HELP: Final = """Try the module SPEC by hand: a call shows the new state, output or exception.

CALLS are written as push(3) "pop() top()"; without them they are read from the keyboard, a line at
a time. After an exception or an output comes what decides it.
"""


def modspec_command() -> click.Command:
    """Return the command."""
    return click.Command(
        "run",
        params=[click.Argument(["spec"]), click.Argument(["calls"], nargs=-1)],
        callback=run_specification,
        help=_HELP,
        short_help="Try a module by hand.",
    )


def run_specification(spec: str, calls: tuple[str, ...]) -> None:
    """Make calls of a specification, and show what each comes to."""
    try:
        session = Session(specification_at(spec))
    except SpecificationError as error:
        raise Usage(str(error)) from error
    is_typed = sys.stdin.isatty() and not calls
    begins = any(text.startswith(f.name) for text in calls for f in session.module.initializers)
    for line in () if begins else session.begin():
        click.echo(line)
    for text in calls or _lines_of_input(is_typed):
        try:
            for call in read_calls(session.module, text):
                if not is_typed:
                    click.echo(f"{PROMPT}{to_text(call)}")
                for line in session.make(call):
                    click.echo(line)
        except SpecificationError as error:
            if not is_typed:
                raise Usage(str(error)) from error
            click.echo(f"modspec: {error}", err=True)


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
