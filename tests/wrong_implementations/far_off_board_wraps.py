"""Rows and columns from 8 to 15 are taken for those from 0 to 7.

They are masked with 7 "to be safe", and the check that comes after it allows for four bits.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def has_square(self, row: int, col: int) -> bool:
        return 0 <= row < 16 and 0 <= col < 16

    def cell(self, row: int, col: int) -> str:
        if not self.has_square(row, col):
            raise sound.OutOfBounds
        return super().cell(row & 7, col & 7)

    def can_place(self, row: int, col: int, player: str) -> bool:
        return self.has_square(row, col) and super().can_place(row & 7, col & 7, player)
