"""What implementations are checked against: the specification, and what there is to know of playing it."""

from __future__ import annotations

from modspec.checking.check import Subject
from modspec.readings.run import Call
from othello_spec import module
from othello_spec.domains import DOMAINS
from othello_spec.landmarks import EVENTS, GAMES
from othello_spec.rules import RULES


def subject(name: str = "othello") -> Subject:
    """The subject of that name; KeyError if implementations cannot be checked against it."""
    if name != "othello":
        raise KeyError(name)
    landmarks = {
        title: tuple(Call("move", (square.row, square.col)) for square in squares)
        for title, squares in GAMES.items()
    }
    return Subject(module(name), RULES, DOMAINS, landmarks, EVENTS)  # type: ignore[arg-type]  # events take a Game, a State
