"""Advice: what a habit of a program means on the board, for the person who mends the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from modcheck.testing.test_model import Habit, general_advice
from othello_spec.board import PLAYERS, Direction

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
"""Where the directions point, with row 1 at the top."""


def describe_habit(habit: Habit) -> str:
    """Describe a habit: the directions, or the lengths of rows, that are never found."""
    if all(isinstance(value, Direction) for value in habit.missed):
        missed = _directions(habit)
    elif habit.dummy == "k":
        missed = f"it finds no row of {_join([str(k - 1) for k in habit.missed], 'or')} discs"
    else:
        return general_advice(habit)
    players = [value.name.title() for value in habit.given if value in PLAYERS]
    asked = f"for {_join(players, 'and')} " if players else ""
    return f"{asked}{missed}; all {habit.cases} squares that take it are missed"


def _directions(habit: Habit) -> str:
    ways = _join([f"{WAYS[value.name]} ({value.name.lower()})" for value in habit.missed], "nor")
    if len(habit.found) + len(habit.missed) < len(Direction):
        return f"it is never seen to look {ways}"
    return f"it looks in {len(habit.found)} of {len(Direction)} directions: never {ways}"


def _join(words: Sequence[str], last: str) -> str:
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end
