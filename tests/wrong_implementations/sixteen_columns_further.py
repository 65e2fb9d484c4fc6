"""Column 16 of a row is column 0 of the next; from 8 to 15 there is nothing.

Chess programs check squares this way: row times 16 plus column, and two bits that must not be set.
The method is right for steps of one square only.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def has_square(self, row: int, col: int) -> bool:
        number = 16 * row + col
        return 0 <= number < 128 and not number & 0x88

    def cell(self, row: int, col: int) -> str:
        if not self.has_square(row, col):
            raise sound.OutOfBounds
        return super().cell(*divmod(16 * row + col, 16))

    def can_place(self, row: int, col: int, player: str) -> bool:
        return self.has_square(row, col) and super().can_place(*divmod(16 * row + col, 16), player)
