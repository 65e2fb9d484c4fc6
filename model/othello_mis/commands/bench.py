"""``othello-mis bench``: how fast the same rules are, in every form that they have here."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import click

from modlab.commands.errors import Exit, Infrastructure
from modlab.commands.progress import showing_progress

if TYPE_CHECKING:  # imported where it is needed: it takes NumPy
    from othello_mis.benchmarks.race import RaceResult

_NAME, _SECONDS, _RATE, _RATIO = 24, 12, 20, 12
"""The widths of the columns: 80 in all."""

_DISTRIBUTIONS = ("othello-mis", "numpy", "open-spiel", "hypothesis")


@click.command()
@click.option(
    "--rounds",
    default=9,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How often each contender is timed; a slow one less often.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the times as JSON.")
def bench(rounds: int, as_json: bool) -> int:
    """Race the specification, loops over a grid, and the kernel on ints and on arrays of positions.

    All do the same work in the same run, in turns; of each the median of the rounds is taken. The last race
    is between ways to check an implementation. OpenSpiel and Hypothesis take part if they are installed. Exit
    code 0: all gave the same answers; 1: they did not.
    """
    try:
        from othello_mis.benchmarks import contests, race
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; pip install 'othello-mis[batch]'"
        ) from error
    results = []
    try:
        with showing_progress() as progress:
            for each in contests.races():
                results.append(race.run(each, rounds, progress))
    except race.Disagreement as disagreement:
        click.echo(f"othello-mis bench: {disagreement}", err=True)
        return Exit.DEVIATES
    demands = [
        {
            "race": demand.race,
            "faster": demand.faster,
            "slower": demand.slower,
            "asked": demand.factor,
            "measured": demand.measured(results),
        }
        for demand in contests.DEMANDS
    ]
    click.echo(_json(results, demands) if as_json else "\n".join(_table(results, demands)))
    return Exit.CONFORMS


def _table(results: Sequence[RaceResult], demands: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A block for each race, the slowest first, each compared with the first and the one above."""
    for result in results:
        first = result.times[0]
        yield _row(result.name, "seconds", f"{result.unit}/s", "× first", "× above")
        for above, time in zip((None, *result.times), result.times, strict=False):
            ratios = ("", "") if above is None else (first.name, above.name)
            yield _row(
                f"  {time.name}",
                f"{time.seconds:.4g}",
                f"{time.rate:,.0f}",
                *(_factor(result.ratio(time.name, other)) if other else "" for other in ratios),
            )
        if result.note:
            yield f"  {result.note}"
        yield ""
    for demand in demands:
        yield f"{_mark(demand)} {demand['race']}: {demand['faster']} ≥ {demand['asked']:,} × {demand['slower']}"
    yield f"  {_system()}; medians of rounds in turns"


def _row(name: str, *cells: str) -> str:
    widths = (_SECONDS, _RATE, _RATIO, _RATIO)
    aligned = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return (name.ljust(_NAME) + "".join(aligned)).rstrip()


def _mark(demand: dict[str, Any]) -> str:
    """Whether what is asked was measured; ``-`` if it could not be."""
    if demand["measured"] is None:
        return "-"
    return "✓" if demand["measured"] >= demand["asked"] else "✗"


def _factor(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _system() -> str:
    return f"Python {platform.python_version()}, {platform.machine()}"


def _json(results: Sequence[RaceResult], demands: Sequence[dict[str, Any]]) -> str:
    document = {
        "format": "othello-mis bench 1",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": dict(_versions()),
        "races": [
            {
                "name": result.name,
                "unit": result.unit,
                "contenders": [
                    {
                        "name": time.name,
                        "items": time.items,
                        "rounds": time.rounds,
                        "median": time.seconds,
                        "rate": time.rate,
                        "times_the_first": result.ratio(time.name, result.times[0].name),
                    }
                    for time in result.times
                ],
            }
            for result in results
        ],
        "demands": list(demands),
    }
    return json.dumps(document, indent=2)


def _versions() -> Iterator[tuple[str, str]]:
    for name in _DISTRIBUTIONS:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
