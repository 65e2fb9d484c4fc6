"""move places a disc on any free square without asking whether it captures.

Whoever calls it is expected to have asked is_valid_move, which is right.
"""

from typing import Final

from . import sound
from .sound import EMPTY, InvalidMove, OutOfBounds

BREAKS: Final = "must-capture"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if not self.has_square(row, col):
            raise OutOfBounds
        if self.board[row][col] != EMPTY:
            raise InvalidMove
        self.place(row, col)
        self.mover = self.next_mover()
