"""``python tests/benchmarks``: how fast each form of the same rules is."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import click

from benchmarks import contests, race
from benchmarks.race import RaceResult
from modlab.commands.errors import Exit
from modlab.commands.progress import showing_progress

_NAME, _SECONDS, _RATE, _RATIO = 24, 12, 20, 12
"""The widths of the columns: 80 in all."""

_DISTRIBUTIONS = ("othello-mis", "numpy", "open-spiel", "hypothesis")


@click.command()
@click.option(
    "--rounds",
    default=9,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How often each contender is timed; a slow one is timed less often.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the times as JSON.")
def bench(rounds: int, as_json: bool) -> None:
    """Race the specification, loops over a grid, and the kernel on ints and on arrays of positions.

    The contenders do the same work in the same run, in turns; the median of the rounds counts.
    The last race compares ways to check an implementation. OpenSpiel and Hypothesis take part
    if they are installed. Exit code 0: all gave the same answers; 1: they did not.
    """
    context = click.get_current_context()
    results = []
    try:
        with showing_progress() as progress:
            for each in contests.races():
                results.append(race.run(each, rounds, progress))
    except race.Disagreement as disagreement:
        click.echo(f"bench: {disagreement}", err=True)
        context.exit(Exit.DEVIATES)
    demands = [
        {
            "race": demand.race,
            "faster": demand.faster,
            "slower": demand.slower,
            "asked": demand.factor,
            "measured": demand.measured_factor(results),
        }
        for demand in contests.DEMANDS
    ]
    click.echo(_json(results, demands) if as_json else "\n".join(_table(results, demands)))


def _table(results: Sequence[RaceResult], demands: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Return a block for each race: contenders compared with the first and with the one above."""
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
        goal = f"{demand['faster']} ≥ {demand['asked']:,} × {demand['slower']}"
        yield f"{_mark(demand)} {demand['race']}: {goal}"
    yield f"  {_system()}; medians of rounds in turns"


def _row(name: str, *cells: str) -> str:
    widths = (_SECONDS, _RATE, _RATIO, _RATIO)
    aligned = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return (name.ljust(_NAME) + "".join(aligned)).rstrip()


def _mark(demand: dict[str, Any]) -> str:
    """Return a tick if the demand is met, a cross if not, and ``-`` if it was not measured."""
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
