"""Points: what each rule is worth, and what an implementation earns, to the cent.

The points that can be earned are dealt out by weight. Each rule gets what is due to it, rounded down to a cent, and the
cents that are left over go to those that lost most by the rounding, so that the sum is the maximum exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from modcheck.near import near_match
from modcheck.report.account import ReportEntry, entries

MAXIMUM: Final = Decimal(100)
"""The points that can be earned, if nobody says otherwise."""

WEIGHT: Final = 1
"""The weight of a rule, if nobody says otherwise."""

MOST: Final = Decimal(1_000_000)
"""No maximum is larger."""

_CENT: Final = Decimal("0.01")


@dataclass(frozen=True)
class Points:
    """What one entry is worth."""

    entry: ReportEntry
    earned: Decimal
    """All of it if the rule was held, else nothing."""

    of: Decimal
    """What can be earned, in points with two decimals."""


def score(
    verdict: Mapping[str, Any],
    weights: Mapping[str, float] | None = None,
    maximum: Decimal | int | float = MAXIMUM,
) -> tuple[Points, ...]:
    """The points for each rule of a verdict in its JSON form, and for ``answers``, in the verdict's order.

    A rule that has no weight among ``weights`` weighs 1; one that weighs 0 is worth nothing. What could not be judged
    earns nothing. Raises ValueError if a weight is for no rule, or is negative, if all are 0, or if ``maximum`` is
    not a number of whole cents from 0 to a million.
    """
    found = entries(verdict)
    dealt = shares([entry.rule for entry in found], weights or {}, maximum)
    return tuple(
        Points(entry, of if entry.held is True else Decimal("0.00"), of)
        for entry, of in zip(found, dealt, strict=True)
    )


def earned(points: Iterable[Points]) -> Decimal:
    """The sum of what is earned."""
    return sum((each.earned for each in points), Decimal("0.00"))


def shares(
    rules: Sequence[str], weights: Mapping[str, float], maximum: Decimal | int | float
) -> list[Decimal]:
    """How the maximum is dealt out to the rules, in this order, by their weights; raises as :func:`score` does."""
    for rule in weights:
        if rule not in rules:
            raise ValueError(
                f"a weight for what is no rule: no rule {rule[:80]!r}; {near_match(rule, rules)}"
            )
    exact = [_weight(rule, weights.get(rule, WEIGHT)) for rule in rules]
    cents, total = _cents(maximum), sum(exact)
    if not total:
        raise ValueError("all weights are 0; give at least one rule a weight above 0")
    due = [cents * weight / total for weight in exact]
    dealt = [int(share) for share in due]
    by_loss = sorted(range(len(due)), key=lambda n: (dealt[n] - due[n], n))
    for n in by_loss[: cents - sum(dealt)]:
        dealt[n] += 1
    return [Decimal(share) * _CENT for share in dealt]


def _weight(rule: str, weight: float) -> Fraction:
    try:
        exact = Fraction(str(weight))
    except ValueError:
        exact = Fraction(-1)  # infinite, or not a number
    if exact < 0:
        raise ValueError(f"the weight of {rule} is {weight}; it is a number from 0 upwards")
    return exact


def _cents(maximum: Decimal | int | float) -> int:
    exact = Decimal(str(maximum))
    if not (exact.is_finite() and 0 <= exact <= MOST and exact == exact.quantize(_CENT)):
        raise ValueError(f"the maximum is {maximum} points; it is from 0 to {MOST}, in whole cents")
    return int(exact / _CENT)
