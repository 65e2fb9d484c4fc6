"""The command ``explain``: why a call of a specification comes to what it does."""

from __future__ import annotations

import sys
from typing import Final

import click

from modlab.calls import read_calls
from modlab.commands.errors import Usage
from modlab.commands.options import flag
from modlab.session import Session
from modlab.specification_file import specification_at
from modlab.streams import width_of
from modspec import SpecificationError
from modspec.explain.explain import explain_call
from modspec.explain.text import tree
from modspec.run.plain import plain
from modspec.syntax.module import Assignment, Clause, ExceptionClause

_HELP: Final = """Say why the last of CALLS comes to what it does.

For instance: modspec explain stack.py "push(3) top()". Below each formula
stands what decides it, with the values of this case.
"""

MOST: Final = 60
"""Lines of an explanation, unless all are wanted: where nothing is valid, all cases decide."""


def modspec_command() -> click.Command:
    """Return the command."""
    return click.Command(
        "explain",
        params=[
            click.Argument(["spec"]),
            click.Argument(["calls"], nargs=-1, required=True),
            flag("--all is_whole", f"Print more than {MOST} lines of an explanation."),
        ],
        callback=explain_last_call,
        help=_HELP,
        short_help="Say why a call comes to what it does.",
    )


def explain_last_call(spec: str, calls: tuple[str, ...], is_whole: bool) -> None:
    """Print why the last of some calls comes to what it does."""
    try:
        session = Session(specification_at(spec))
        *before, last = read_calls(session.module, " ".join(calls))
        is_begun = bool(before) and session.machine.is_initializer(before[0])
        for _ in () if is_begun or session.machine.is_initializer(last) else session.begin():
            pass
        for call in before:
            for _ in session.make(call):
                pass
        function = session.machine.routine(last.routine)
        state = session.state if function.state else None
        lines = list(session.make(last))
        explained = explain_call(session.machine.instance, function, state, last.arguments)
    except SpecificationError as error:
        raise Usage(str(error)) from error
    click.echo(f"{last}: {'; '.join(line.partition('    since')[0] for line in lines)}")
    for clause, explanation in explained:
        click.echo(f"\n{_heading(clause)}")
        shown = [*tree(explanation, plain, width_of(sys.stdout) - 2)]
        most = len(shown) if is_whole else MOST
        for line in shown[:most]:
            click.echo(f"  {line}")
        if shown[most:]:
            click.echo(f"  ... and {len(shown) - most} more lines; --all prints them")


def _heading(clause: Clause) -> str:
    if isinstance(clause, ExceptionClause):
        return f"exception {clause.exception}, if"
    return f"{clause.variable} :=" if isinstance(clause, Assignment) else "out :="
