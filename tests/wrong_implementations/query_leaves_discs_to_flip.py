"""A move also flips what would have flipped at the last square that was asked about.

is_valid_move collects the discs in an attribute for move to flip, and only move empties it.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "queries-pure"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.to_flip: list[Square] = []

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        valid = super().is_valid_move(row, col, player)
        if valid:
            self.to_flip = self.flips(row, col, player)
        return valid

    def place(self, row: int, col: int) -> None:
        super().place(row, col)
        for flip_row, flip_col in self.to_flip:
            self.board[flip_row][flip_col] = self.mover
        self.to_flip = []
