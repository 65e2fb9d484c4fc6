"""A disc may be placed on any empty square, whether it captures or not.

The move is taken to be valid as soon as the square is free, as in noughts and crosses.
"""

from typing import Final

from . import sound
from .sound import EMPTY

BREAKS: Final = "must-capture"


class Othello(sound.Othello):
    def can_place(self, row: int, col: int, player: str) -> bool:
        return self.has_square(row, col) and self.board[row][col] == EMPTY
