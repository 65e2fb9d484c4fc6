"""A recorded game, in whatever form it was recorded."""

from __future__ import annotations

from dataclasses import dataclass

from modspec.syntax.values import Map
from othello_spec.board import SIZE
from othello_spec.passing import Passing
from othello_spec.records.move_lists import Ply
from othello_spec.records.positions import Position


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The moves and written passes of a game, legal or not, and its place in its file."""

    plies: tuple[Ply, ...]

    number: int = 1
    """The number of the game in the file, from 1."""

    line: int | None = None
    """The line of the file where it begins, from 1, if the file has lines."""

    score: int | None = None
    """Black's recorded score, if there is one: empty squares count for the winner."""

    start: Position | None = None
    """The position before the first move; None: the start of every game."""

    size: int = SIZE
    """The number of rows, and of columns, of the board."""

    @property
    def start_state(self) -> Passing | None:
        """The start as a state of the specification."""
        if self.start is None:
            return None
        return Passing(board=Map(self.start.board), turn=self.start.turn)
