"""A move to an occupied square raises an exception of another name.

The program tells more precisely what is wrong than its specification allows.
"""

from typing import Final

from . import sound
from .sound import EMPTY

BREAKS: Final = "must-capture"
OR_ELSE: Final = ("place-on-empty",)


class SquareOccupied(Exception):
    """There is a disc on the square already."""


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if self.has_square(row, col) and self.board[row][col] != EMPTY:
            raise SquareOccupied
        super().move(row, col)
