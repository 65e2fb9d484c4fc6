"""The discs above the new one are turned over twice, so they stay as they were.

Upward is listed twice among the steps, and flipping means to turn over whatever is there.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "capture-all"


class Othello(sound.Othello):
    directions = (*sound.DIRECTIONS, (-1, 0))

    def place(self, row: int, col: int) -> None:
        for turned_row, turned_col in self.flips(row, col, self.mover):
            self.board[turned_row][turned_col] = opponent(self.board[turned_row][turned_col])
        self.board[row][col] = self.mover
