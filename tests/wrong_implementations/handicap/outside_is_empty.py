"""Squares that are not on the board are empty.

An empty cell seemed to be a harmless answer.
"""

from typing import Final

from ..sound import EMPTY, on_board
from . import sound

BREAKS: Final = "on-board"


class Handicap(sound.Handicap):
    def cell(self, row: int, col: int) -> str:
        return super().cell(row, col) if on_board(row, col) else EMPTY
