"""Stored: the file of covering games, as what the search needs and has found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from modspec.run.machine import Call
from othello_model.kernel import STANDARD
from othello_spec.board import SIZE, Square
from othello_spec.records.move_lists import PASS, Ply, move_list
from othello_suite.covering import read_games
from tools.covering.search import Courses

FOUND: Final = "covering game"
"""What the search has found is for: to cover. These games are numbered."""


def known_games(text: str) -> Courses:
    """The games of the file that a search has found, as numbers of squares."""
    found = (calls for name, calls in read_games(text).items() if name.startswith(FOUND))
    return [course for calls in found for course in _courses(calls)]


def given_games(text: str) -> Courses:
    """The games that are in the file for what happens in them."""
    given = (calls for name, calls in read_games(text).items() if not name.startswith(FOUND))
    return [course for calls in given for course in _courses(calls)]


def with_games(text: str, found: Iterable[Sequence[int]]) -> str:
    """The file with these games in the place of those that were found before."""
    kept = [line for line in text.splitlines() if not line.startswith(FOUND)]
    rows = (
        f"{FOUND} {number}: {move_list(_plies(course))}"
        for number, course in enumerate(found, start=1)
    )
    return "\n".join([*kept, *rows]) + "\n"


def _courses(calls: Iterable[Call]) -> Courses:
    courses: list[list[int]] = []
    for call in calls:
        if call.routine == "init":
            courses.append([])
        else:
            row, col = call.arguments
            courses[-1].append(SIZE * row + col)
    return [tuple(course) for course in courses]


def _plies(course: Sequence[int]) -> Iterator[Ply]:
    """The moves, and the passes that they force."""
    own, opponent = STANDARD.start
    for number in course:
        yield Square(*divmod(number, SIZE))
        mover, other = STANDARD.place(own, opponent, 1 << number)
        own, opponent = STANDARD.next_turn(mover, other)
        if own == mover and STANDARD.valid_moves(own, opponent):
            yield PASS
