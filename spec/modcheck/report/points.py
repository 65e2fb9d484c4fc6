"""Points: what each rule is worth, and what an implementation earns, to the cent.

The maximum is dealt out by weight. Each rule gets its share, rounded down to a cent; the remaining
cents go to the rules that lost most by the rounding, so that the sum is the maximum exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from modcheck.near import near_match
from modcheck.report.account import ReportEntry, entries
from modcheck.verdict.rule_status import Status

MAXIMUM: Final = Decimal(100)
"""The points that can be earned by default."""

WEIGHT: Final = 1
"""The weight of a rule by default."""

MOST: Final = Decimal(1_000_000)
"""No maximum is larger."""

_CENT: Final = Decimal("0.01")


@dataclass(frozen=True)
class Points:
    """What one entry is worth."""

    entry: ReportEntry
    earned: Decimal
    """All points of the entry if the rule passes, else none."""

    of: Decimal
    """The points that can be earned, with two decimals."""


def score(
    verdict: Mapping[str, Any],
    weights: Mapping[str, float] | None = None,
    maximum: Decimal | int | float = MAXIMUM,
) -> tuple[Points, ...]:
    """Return the points for each entry of a verdict in its JSON form, in the verdict's order.

    A rule that is missing among ``weights`` weighs 1. Only a rule that passes earns
    points. Raises ValueError if a weight is negative or names no rule, if all are 0, or if
    ``maximum`` is not a number of whole cents from 0 to a million.
    """
    found = entries(verdict)
    dealt = shares([entry.rule for entry in found], weights or {}, maximum)
    return tuple(
        Points(entry, of if entry.status is Status.PASS else Decimal("0.00"), of)
        for entry, of in zip(found, dealt, strict=True)
    )


def total(points: Iterable[Points]) -> Decimal:
    """Return the sum of the points that are earned."""
    return sum((each.earned for each in points), Decimal("0.00"))


def shares(
    rules: Sequence[str], weights: Mapping[str, float], maximum: Decimal | int | float
) -> list[Decimal]:
    """Return each rule's share of the maximum, by the weights; raise as :func:`score` does."""
    for rule in weights:
        if rule not in rules:
            near = near_match(rule, rules, "rule")
            raise ValueError(f"a weight for what is no rule: no rule {rule[:80]!r}; {near}")
    exact = [_weight(rule, weights.get(rule, WEIGHT)) for rule in rules]
    cents, sum_of_weights = _cents(maximum), sum(exact)
    if not sum_of_weights:
        raise ValueError("all weights are 0; give at least one rule a weight above 0")
    due = [cents * weight / sum_of_weights for weight in exact]
    dealt = [int(share) for share in due]
    by_loss = sorted(range(len(due)), key=lambda number: (dealt[number] - due[number], number))
    for number in by_loss[: cents - sum(dealt)]:
        dealt[number] += 1
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
