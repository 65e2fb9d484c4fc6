"""``othello-mis check``: does an implementation conform?"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import click

from modcheck.report import colours
from modcheck.report.text import report
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing.budget import USUAL
from modcheck.testing.conventions import ConventionError
from modcheck.testing.plan import CheckOptions
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.runner import Stage
from modcheck.testing.test_model import TestModel
from modcheck.testing.trace import Trace, TraceGenerator, collect_seldom
from modcheck.verdict.check import check as checked
from modcheck.verdict.verdict_json import to_json
from modlab.commands.confinement import confining
from modlab.commands.errors import Infrastructure, Usage
from modlab.commands.implementations import handing_out, source, told_the_size
from modlab.commands.progress import showing_progress
from modlab.commands.reporting import Reporter, RequestedReport, current, exit_code, reporting
from othello_spec import GAME, module
from othello_spec.board import SIZE
from othello_suite.presentation import OthelloPresentation
from othello_suite.test_model import build_test_model

BATCH = 64
"""So many games of a soak are made at once; with another seed, or number of the batch, they are others."""

_MANY = 50
"""So many games at random show most of what is rare on a small board."""

_LONGEST_TIMEOUT = 3600
_UNITS = {"s": 1, "m": 60, "h": 3600}


def _convention(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """The conventions that ``NAME=VALUE`` declare."""
    del ctx, param
    declared: dict[str, str] = {}
    for value in values:
        name, is_, said = value.partition("=")
        if not is_:
            raise click.BadParameter(f"{value!r} is no NAME=VALUE, as in squares=1-based")
        if declared.setdefault(name, said) != said:
            raise click.BadParameter(f"{name} is declared twice: {declared[name]} and {said}")
    return declared


def _duration(ctx: click.Context, param: click.Parameter, value: str | None) -> float:
    """Seconds, from ``90s``, ``10m`` or ``2h``."""
    del ctx, param
    if value is None:
        return 0.0
    number, unit = value[:-1], value[-1:]
    if unit not in _UNITS or not number.isdecimal() or not number.isascii() or len(number) > 6:
        raise click.BadParameter(f"{value!r} is no time; write 90s, 10m or 2h")
    return float(int(number) * _UNITS[unit])


@click.command()
@click.option(
    "--impl",
    "implementation",
    required=True,
    metavar="IMPLEMENTATION",
    help="py:package.module or py:package.module:Class, trusted and in this process; "
    "or a command line such as './othello --pipe', which speaks JSON lines, confined.",
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
@click.option(
    "--convention",
    "declared",
    multiple=True,
    callback=_convention,
    metavar="NAME=VALUE",
    help="How it differs without being wrong: first=white, start=mirrored, forfeits=pass, "
    "squares=1-based or named, illegal=trusted. May be given several times.",
)
@click.option(
    "--trusting-move",
    is_flag=True,
    help="The same as --convention illegal=trusted: no illegal move is tried.",
)
@click.option("--seed", default=0, show_default=True, help="Decides the games played at random.")
@click.option(
    "--games",
    type=click.IntRange(0),
    help=f"How many games at random. Default: 1; {_MANY} on boards smaller than the usual, "
    "for which there are no chosen games.",
)
@click.option(
    "--hypothesis",
    "runs",
    type=click.IntRange(0, 100_000),
    default=0,
    metavar="RUNS",
    help="Let Hypothesis choose the calls, for so many runs besides. Default: none.",
)
@click.option(
    "--soak",
    callback=_duration,
    metavar="TIME",
    help="Go on with games at random for so long: 90s, 10m, 2h.",
)
@click.option(
    "--timeout",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Seconds that an implementation has to answer a line of calls.",
)
@click.option(
    "--isolate", is_flag=True, help="Run a py: implementation in a process of its own, confined."
)
@confining
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@reporting
def check(
    implementation: str,
    name: str,
    size: int,
    declared: dict[str, str],
    trusting_move: bool,
    seed: int,
    games: int | None,
    runs: int,
    soak: float,
    timeout: float,
    isolate: bool,
    rung: str,
    unsafe: bool,
    folder: Path | None,
    as_json: bool,
    reports: tuple[RequestedReport, ...],
    exit_zero: bool,
) -> int:
    """Judge an implementation of Othello's game-state module.

    Exit code 0: it conforms; 1: it does not; 2: wrong usage; 3: it could not be judged.
    """
    if not timeout <= _LONGEST_TIMEOUT:  # nor is it a number, if it is nan
        raise Usage(f"--timeout is {timeout:g}; it is at most {_LONGEST_TIMEOUT} seconds")
    if trusting_move:
        declared = {"illegal": "trusted", **declared}
    declared = {**current().conventions, **declared}
    against = _subject(name, size, declared)
    collect_seldom()
    routines = [*against.routines, *(f.name for f in module("passing").access_programs)]
    place = source(implementation, routines, timeout, isolate, rung, unsafe, folder)
    presentation = OthelloPresentation(size)
    reporter = Reporter(reports, against, presentation)
    options = CheckOptions(
        seed=seed,
        games=_games(games, size),
        extra_stages=[
            *([_by_hypothesis(runs, seed)] if runs else []),
            *(_soak(soak, seed) if soak else []),
        ],
        confinement=place.confinement,
    )
    try:
        with told_the_size(size, implementation), showing_progress() as progress:
            first = place.make()
            against = _as_declared(first, against, name, size, declared)
            options = replace(options, declared=declared)
            verdict = checked(against, handing_out(first, place.make), options, progress)
    except (ImplementationError, ConventionError) as error:
        reporter.write_failure(implementation, str(error))
        raise Infrastructure(str(error)) from error
    reporter.write(verdict, against)
    for breakdown in verdict.breakdowns:
        click.echo(f"othello-mis: {breakdown}", err=True)
    if as_json:
        found = to_json(verdict, against.rulebook, presentation.as_json)
        click.echo(json.dumps(found, indent=2))
    else:
        text = report(verdict, against.rulebook, presentation)
        painted = colours.painted(text) if colours.wanted(sys.stdout, os.environ) else text
        click.echo(painted, nl=False)
    return exit_code(verdict, exit_zero)


def _as_declared(
    first: Implementation, against: TestModel, name: str, size: int, declared: Mapping[str, str]
) -> TestModel:
    """The subject under the conventions that an implementation declares, where others are not told.

    What it declares may mean nothing: then the check says so.
    """
    try:
        return build_test_model(name, size, {**first.conventions, **declared})
    except ConventionError:
        return against


def _games(games: int | None, size: int) -> int:
    if games is not None:
        return games
    return _MANY if size < SIZE else 1


def _subject(name: str, size: int, declared: Mapping[str, str]) -> TestModel:
    """What it is checked against; raises Usage if there is no such thing."""
    try:
        return build_test_model(name, size, declared)
    except ConventionError as error:
        raise Usage(f"--convention: {error}") from error
    except ValueError as error:
        raise Usage(f"--size is {size}: {error}") from error
    except KeyError:
        raise Usage(f"no module {name!r} to check against; there are {', '.join(GAME)}") from None


def _by_hypothesis(runs: int, seed: int) -> Stage:
    """Calls that Hypothesis chooses."""
    try:
        from modcheck.testing.state_machine import hypothesis_stage  # it takes a while to import
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise Infrastructure("--hypothesis needs: pip install 'othello-mis[drive]'") from error
    return hypothesis_stage(runs, seed)


def _soak(seconds: float, seed: int) -> list[Stage]:
    """Games at random until the time is over.

    Where the specification stands as it is they come from the proved kernel, which answers much faster; else, or
    where NumPy is not installed, from the specification itself.
    """

    @cache
    def end() -> float:
        """When it is: counted from when somebody first asks, which is after all other phases."""
        return time.monotonic() + seconds

    def written(write: TraceGenerator) -> Iterator[Trace]:
        while time.monotonic() < end():
            yield write.game(write.random_game(), USUAL)

    def batches() -> Iterator[Sequence[RecordedTrace]]:
        from othello_mis.random_traces import random_traces  # NumPy takes a while to import

        for number in count():
            if time.monotonic() >= end():
                return
            yield random_traces(BATCH, seed + number)

    quick = [Stage("soak", batches=batches)] if find_spec("numpy") else []
    return [*quick, Stage("soak", generated=written)]
