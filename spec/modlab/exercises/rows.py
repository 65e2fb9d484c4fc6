"""Rows: predicates and counts about sequences of integers."""

from __future__ import annotations

from collections.abc import Set

__all__ = [
    "alike_pairs",
    "has_duplicate",
    "is_ascending",
    "is_constant",
    "is_mirrored",
    "is_part",
    "occurs",
    "places_of",
    "times",
]


def occurs(row: tuple[int, ...], item: int) -> bool:
    """The integer is somewhere in the row."""
    return any(row[k] == item for k in range(0, len(row)))  # [occurs]


def times(row: tuple[int, ...], item: int) -> int:
    """How many places of the row have the integer."""
    return sum(1 for k in range(0, len(row)) if row[k] == item)  # [times]


def places_of(row: tuple[int, ...], item: int) -> Set[int]:
    """The places of the row, from 0, that have the integer."""
    return {k for k in range(0, len(row)) if row[k] == item}  # [places-of]


def is_constant(row: tuple[int, ...]) -> bool:
    """All integers of the row are the same; so they are in an empty row."""
    return all(row[k] == row[0] for k in range(1, len(row)))  # [is-constant]


def is_ascending(row: tuple[int, ...]) -> bool:
    """No integer of the row is followed by a smaller one."""
    return all(row[k] <= row[k + 1] for k in range(0, len(row) - 1))  # [is-ascending]


def has_duplicate(row: tuple[int, ...]) -> bool:
    """Two different places of the row have the same integer."""
    return any(
        row[i] == row[j] for i in range(0, len(row)) for j in range(i + 1, len(row))
    )  # [has-duplicate]


def is_mirrored(row: tuple[int, ...]) -> bool:
    """The row reads the same from either end."""
    return all(row[k] == row[len(row) - 1 - k] for k in range(0, len(row)))  # [is-mirrored]


def is_part(row: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Every integer of the first row is somewhere in the other one."""
    return all(
        any(row[k] == other[j] for j in range(0, len(other))) for k in range(0, len(row))
    )  # [is-part]


def alike_pairs(row: tuple[int, ...]) -> int:
    """How many neighbours in the row are equal."""
    return sum(1 for k in range(1, len(row)) if row[k] == row[k - 1])  # [alike-pairs]
