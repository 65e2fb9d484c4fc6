"""A move leaves a second disc on the next square to the right, if that is empty.

The square before the last that the loop has reached is taken for the one that was named.
"""

from typing import Final

from . import sound
from .sound import EMPTY

BREAKS: Final = "discs-stay"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        super().place(row, col)
        if self.has_square(row, col + 1) and self.board[row][col + 1] == EMPTY:
            self.board[row][col + 1] = self.mover
