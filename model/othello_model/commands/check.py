"""``othello-mis check``: does an implementation conform?"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import click

from modspec.checking import in_process
from modspec.checking.check import Options, Subject
from modspec.checking.check import check as checked
from modspec.checking.implementation import Implementation, ImplementationError
from modspec.checking.pipe import Pipe
from modspec.checking.report import report
from modspec.checking.verdict_json import to_json
from othello_model.commands.errors import Exit, Infrastructure, Usage
from othello_model.commands.progress import showing_progress
from othello_spec import GAME
from othello_spec.board import SIZE
from othello_spec.presentation import OthelloPresentation
from othello_spec.records.squares import SIZE_VARIABLE
from othello_spec.subject import subject

_PYTHON = "py:"
_MANY = 50
"""So many games at random show most of what is rare on a small board."""

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
@click.option(
    "--size",
    default=SIZE,
    show_default=True,
    help="Rows and columns of the board, even, from 4 to 16; told by the environment variable OTHELLO_SIZE.",
)
@click.option("--seed", default=0, show_default=True, help="Decides the games played at random.")
@click.option(
    "--games",
    type=click.IntRange(0),
    help=f"How many games at random. Default: 1; {_MANY} on boards smaller than the usual, "
    "for which there are no chosen games.",
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
    implementation: str,
    name: str,
    size: int,
    seed: int,
    games: int | None,
    timeout: float,
    as_json: bool,
) -> int:
    """Judge an implementation of Othello's game-state module.

    Exit code 0: it conforms; 1: it does not; 2: wrong usage; 3: it could not be judged.
    """
    if not timeout <= _LONGEST_TIMEOUT:  # nor is it a number, if it is nan
        raise Usage(f"--timeout is {timeout:g}; it is at most {_LONGEST_TIMEOUT} seconds")
    try:
        against = subject(name, size)
    except ValueError as error:
        raise Usage(f"--size is {size}: {error}") from error
    except KeyError:
        raise Usage(f"no module {name!r} to check against; there are {', '.join(GAME)}") from None
    gc.freeze()  # what is loaded stays; what a check of a few seconds makes is kept or acyclic
    gc.set_threshold(200_000)
    make = _maker(implementation, against, timeout)
    if games is None:
        games = _MANY if size < SIZE else 1
    try:
        with told_the_size(size, implementation), showing_progress() as progress:
            verdict = checked(against, make, Options(seed, games), progress)
    except ImplementationError as error:
        raise Infrastructure(str(error)) from error
    for breakdown in verdict.breakdowns:
        click.echo(f"othello-mis: {breakdown}", err=True)
    presentation = OthelloPresentation(size)
    if as_json:
        found = to_json(verdict, against.rulebook, presentation.as_json)
        click.echo(json.dumps(found, indent=2))
    else:
        click.echo(report(verdict, against.rulebook, presentation), nl=False)
    return Exit.CONFORMS if verdict.conforms else Exit.DEVIATES


@contextmanager
def told_the_size(size: int, implementation: str) -> Iterator[None]:
    """Tell implementations the size by the environment, and import those in this process anew for it.

    What they computed from another size when they were imported would not be right any more.
    """
    package = implementation.removeprefix(_PYTHON).partition(":")[0].partition(".")[0]
    before = os.environ.get(SIZE_VARIABLE)
    imported = _of_package(package) if implementation.startswith(_PYTHON) and size != SIZE else {}
    os.environ[SIZE_VARIABLE] = str(size)
    for name in imported:
        del sys.modules[name]
    try:
        yield
    finally:
        if size != SIZE:
            for name in _of_package(package):
                del sys.modules[name]
        sys.modules.update(imported)
        os.environ.pop(SIZE_VARIABLE)
        if before is not None:
            os.environ[SIZE_VARIABLE] = before


def _of_package(package: str) -> dict[str, ModuleType]:
    """The modules of a package that are imported."""
    return {
        name: module
        for name, module in sys.modules.items()
        if name == package or name.startswith(f"{package}.")
    }


def _maker(implementation: str, against: Subject, timeout: float) -> Callable[[], Implementation]:
    if implementation.startswith(_PYTHON):
        path = implementation.removeprefix(_PYTHON)
        if not all(part.isidentifier() for part in path.replace(":", ".", 1).split(".")):
            raise Usage(f"{implementation!r} names no Python module; write py:package.module:Class")
        return lambda: in_process.load(path, against.routines, timeout)
    if not implementation.strip():
        raise Usage("--impl is empty; write py:package.module:Class or a command line")
    return lambda: Pipe(implementation, timeout)
