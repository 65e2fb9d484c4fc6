"""Reading: calls of the functions of rows, and what they yield."""

from __future__ import annotations

from collections.abc import Set

from modlab.exercises.rows import is_constant, is_part, places_of, smallest_count, times

__all__ = [
    "fifth_answer",
    "first_answer",
    "fourth_answer",
    "second_answer",
    "third_answer",
]


def first_answer() -> int:
    """What times((2, 7, 2, 2), 2) yields."""
    return times((2, 7, 2, 2), 2)


def second_answer() -> bool:
    """What is_constant(()) yields."""
    return is_constant(())


def third_answer() -> Set[int]:
    """What places_of((5, 4, 5), 5) yields: write it as {...}."""
    return places_of((5, 4, 5), 5)


def fourth_answer() -> int:
    """What smallest_count((4, 1, 3, 1)) yields."""
    return smallest_count((4, 1, 3, 1))


def fifth_answer() -> bool:
    """What is_part((1, 1), (2, 1)) yields."""
    return is_part((1, 1), (2, 1))
