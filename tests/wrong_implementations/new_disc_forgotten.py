"""The captured discs are flipped, but no disc is placed.

In the loop that flips, the first square of each line is the next one, not the one that is played.
"""

from typing import Final

from . import sound
from .sound import EMPTY

BREAKS: Final = "own-disc"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        super().place(row, col)
        self.board[row][col] = EMPTY
