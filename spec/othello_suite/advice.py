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
    """Describe a habit: the directions, or the lengths of rows, that are missed."""
    if all(isinstance(value, Direction) for value in habit.missed):
        missed = f"captures {_join([WAYS[value.name] for value in habit.missed])}"
        place = "Is this step left out?"
    elif habit.dummy == "k":
        missed = f"rows of {_join([str(k - 1) for k in habit.missed])} discs"
        place = "Does a loop along a line begin too late, or end too early?"
    else:
        return general_advice(habit)
    players = [value.name.title() for value in habit.given if value in PLAYERS]
    program = f"For {_join(players)}, your program" if players else "Your program"
    replies = "reply" if habit.cases == 1 else "replies"
    return f"{program} misses {missed}, in {habit.cases} {replies}. {place}"


def _join(words: Sequence[str]) -> str:
    *first, end = words
    return f"{', '.join(first)} and {end}" if first else end
