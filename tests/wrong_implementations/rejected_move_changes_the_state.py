"""A move that captures nothing is refused, but its disc stays on the board.

The disc is placed first, so that the search can start from it, and not taken back.
"""

from typing import Final

from . import sound
from .sound import EMPTY, InvalidMove, OutOfBounds

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if not self.has_square(row, col):
            raise OutOfBounds
        if self.board[row][col] != EMPTY:
            raise InvalidMove
        self.board[row][col] = self.mover
        if not self.flips(row, col, self.mover):
            raise InvalidMove
        self.place(row, col)
        self.mover = self.next_mover()
