"""Reading: functions about rows of integers, and questions what calls of them yield."""

from __future__ import annotations

from collections.abc import Set

__all__ = [
    "above",
    "fifth_answer",
    "first_answer",
    "fourth_answer",
    "gaps",
    "is_topped",
    "is_within",
    "second_answer",
    "smallest_count",
    "third_answer",
]


def above(row: tuple[int, ...], bound: int) -> int:
    """How many places of the row have an integer above the bound."""
    return sum(1 for k in range(0, len(row)) if row[k] > bound)  # [above]


def is_within(row: tuple[int, ...], bound: int) -> bool:
    """No integer of the row is above the bound."""
    return all(row[k] <= bound for k in range(0, len(row)))  # [is-within]


def gaps(row: tuple[int, ...]) -> Set[int]:
    """The places of the row, but the first, before which there is a gap in the integers."""
    return {k for k in range(1, len(row)) if row[k] != row[k - 1] + 1}  # [gaps]


def smallest_count(row: tuple[int, ...]) -> int:
    """How many places have an integer that no other place goes below."""
    return sum(
        1 for k in range(0, len(row)) if all(row[k] <= row[j] for j in range(0, len(row)))
    )  # [smallest-count]


def is_topped(row: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Every integer of the first row is below some integer of the other one."""
    return all(
        any(row[k] < other[j] for j in range(0, len(other))) for k in range(0, len(row))
    )  # [is-topped]


def first_answer() -> int:
    """What above((2, 7, 2, 5), 2) yields."""
    return above((2, 7, 2, 5), 2)


def second_answer() -> bool:
    """What is_within((), 3) yields."""
    return is_within((), 3)


def third_answer() -> Set[int]:
    """What gaps((4, 5, 8, 9, 9)) yields: write it as {...}."""
    return gaps((4, 5, 8, 9, 9))


def fourth_answer() -> int:
    """What smallest_count((4, 1, 3, 1)) yields."""
    return smallest_count((4, 1, 3, 1))


def fifth_answer() -> bool:
    """What is_topped((1, 2), (2, 0)) yields."""
    return is_topped((1, 2), (2, 0))
