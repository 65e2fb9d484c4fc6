"""``othello-mis check``: does an implementation conform?"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable

import click

from modspec.checking import in_process
from modspec.checking.check import Subject
from modspec.checking.check import check as checked
from modspec.checking.implementation import Implementation, ImplementationError
from modspec.checking.pipe import Pipe
from modspec.checking.report import report
from modspec.checking.verdict import to_json
from othello_model.commands.errors import Exit, Infrastructure, Usage
from othello_model.commands.progress import showing_progress
from othello_spec.presentation import PRESENTATION
from othello_spec.subject import subject

_PYTHON = "py:"
_LONGEST_TIMEOUT = 3600


@click.command()
@click.option(
    "--impl",
    "implementation",
    required=True,
    metavar="IMPLEMENTATION",
    help="py:package.module or py:package.module:Class, trusted and in this process; "
    "or a command line such as './othello --pipe', which speaks JSON lines.",
)
@click.option(
    "--module", "name", default="othello", show_default=True, help="What to check it against."
)
@click.option("--seed", default=0, show_default=True, help="Decides the games played at random.")
@click.option(
    "--games",
    default=1,
    show_default=True,
    type=click.IntRange(0),
    help="How many games at random.",
)
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Seconds that an implementation has to answer a line of calls.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def check(
    implementation: str, name: str, seed: int, games: int, timeout: float, as_json: bool
) -> int:
    """Judge an implementation of Othello's game-state module.

    Exit code 0: it conforms; 1: it does not; 2: wrong usage; 3: it could not be judged.
    """
    if not timeout <= _LONGEST_TIMEOUT:  # nor is it a number, if it is nan
        raise Usage(f"--timeout is {timeout:g}; it is at most {_LONGEST_TIMEOUT} seconds")
    try:
        against = subject(name)
    except KeyError:
        raise Usage(f"no module {name!r} to check against; there is othello") from None
    gc.freeze()  # what is loaded stays; what a check of a few seconds makes is kept or acyclic
    gc.set_threshold(200_000)
    make = _maker(implementation, against, timeout)
    try:
        with showing_progress() as progress:
            verdict = checked(against, make, seed, games, progress)
    except ImplementationError as error:
        raise Infrastructure(str(error)) from error
    if verdict.breakdown:
        click.echo(f"othello-mis: {verdict.breakdown}", err=True)
    if as_json:
        presented = PRESENTATION.as_json(verdict.deviation) if verdict.deviation else {}
        click.echo(json.dumps(to_json(verdict, against.rulebook, presented), indent=2))
    else:
        click.echo(report(verdict, against.rulebook, PRESENTATION), nl=False)
    return Exit.CONFORMS if verdict.conforms else Exit.DEVIATES


def _maker(implementation: str, against: Subject, timeout: float) -> Callable[[], Implementation]:
    if implementation.startswith(_PYTHON):
        path = implementation.removeprefix(_PYTHON)
        if not all(part.isidentifier() for part in path.replace(":", ".", 1).split(".")):
            raise Usage(f"{implementation!r} names no Python module; write py:package.module:Class")
        return lambda: in_process.load(path, against.routines, timeout)
    if not implementation.strip():
        raise Usage("--impl is empty; write py:package.module:Class or a command line")
    return lambda: Pipe(implementation, timeout)
