"""All discs beside the new one change colour, outflanked or not.

That is the rule of Ataxx, another game with two-coloured discs.
"""

from typing import Final

from . import sound
from .sound import DIRECTIONS, EMPTY

BREAKS: Final = "outflank"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        super().place(row, col)
        for down, right in DIRECTIONS:
            beside = row + down, col + right
            if self.has_square(*beside) and self.board[beside[0]][beside[1]] != EMPTY:
                self.board[beside[0]][beside[1]] = self.mover
