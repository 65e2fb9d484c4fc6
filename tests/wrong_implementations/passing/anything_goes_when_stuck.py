"""A player who is stuck may place a disc on any empty square.

What was meant to let the turn go by lets every move through.
"""

from typing import Final

from ..sound import EMPTY, opponent
from . import sound

BREAKS: Final = "must-capture"


class Passing(sound.Passing):
    def move(self, row: int, col: int) -> None:
        is_empty = self.has_square(row, col) and self.board[row][col] == EMPTY
        if is_empty and self.must_pass():
            self.place(row, col)
            self.mover = opponent(self.mover)
        else:
            super().move(row, col)
