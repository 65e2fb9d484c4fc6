"""The report: what became of each mutant, and how many each rung has noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from mutants.mutant import KINDS
from mutants.trial import Outcome

WIDTH: Final = 80
LONGEST: Final = 100
"""Columns that a notice may take: the names of tests are long."""

EQUIVALENT, SURVIVES = "same", "survives"


def lines_about(outcome: Outcome) -> Iterator[str]:
    """Yield the lines about one mutant."""
    mutant, notice = outcome.mutant, outcome.notice
    mark = "✗" if outcome.survives else "=" if outcome.equivalent else "✓"
    yield f"{mark} {mutant.name:<{WIDTH - 11}} {outcome.seconds:5.1f} s"
    if notice:
        told, verdict = f"    {notice.rung}: {notice.claim}", f" {notice.verdict}"
        room = LONGEST - len(verdict)
        yield (told if len(told) <= room else f"{told[: room - 1]}…") + verdict
    elif outcome.equivalent:
        yield from _indent(outcome.equivalent)
    else:
        yield from _indent(
            f"{mutant.change}: no rung notices, and nothing shows that it is the same"
        )


def summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """How many there are of each kind, and by what each was decided."""
    decided = Counter((outcome.mutant.of, _by(outcome)) for outcome in outcomes)
    total = Counter(_by(outcome) for outcome in outcomes)
    ends = (EQUIVALENT, SURVIVES)
    columns = [name for name, _ in total.most_common() if name not in ends] + list(ends)
    yield _row("", "mutants", *columns)
    for kind in KINDS:
        counts = [decided[kind, column] for column in columns]
        if any(counts):
            yield _row(kind, str(sum(counts)), *(str(count or "") for count in counts))
    yield _row("", str(len(outcomes)), *(str(total[column]) for column in columns))


def _by(outcome: Outcome) -> str:
    if outcome.notice:
        return outcome.notice.rung
    return EQUIVALENT if outcome.equivalent else SURVIVES


def _row(kind: str, *cells: str) -> str:
    return f"{kind:<13}" + "".join(f" {cell:>8}" for cell in cells)


def _indent(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
