"""Advice: what a habit of an implementation's means on the board, for whoever has to mend it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from modspec.checking.hints import Habit, in_general
from othello_spec.board import Direction

WAYS: Final[Mapping[str, str]] = {
    "NORTH": "up",
    "NORTHEAST": "up and to the right",
    "EAST": "to the right",
    "SOUTHEAST": "down and to the right",
    "SOUTH": "down",
    "SOUTHWEST": "down and to the left",
    "WEST": "to the left",
    "NORTHWEST": "up and to the left",
}
"""Where the directions point, with row 1 above."""


def said(habit: Habit) -> str:
    """A habit in words: which direction is never looked in, how long a row is never found."""
    if all(isinstance(value, Direction) for value in habit.missed):
        ways = _listed(
            [f"{WAYS[value.name]} ({value.name.lower()})" for value in habit.missed], "nor"
        )
        seen = len(Direction) - len(habit.missed)
        return f"it looks in {seen} of {len(Direction)} directions: never {ways}{_over(habit)}"
    if habit.dummy == "k":
        runs = _listed([str(steps - 1) for steps in habit.missed], "or")
        return f"it finds no row of {runs} discs{_over(habit)}"
    return in_general(habit)


def _over(habit: Habit) -> str:
    return f"; all {habit.cases} squares that take it are missed"


def _listed(words: Sequence[str], last: str) -> str:
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end
