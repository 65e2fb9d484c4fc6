"""Column 8 of a row is column 0 of the next.

Row and column are put together into one number, and only that number is checked.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def has_square(self, row: int, col: int) -> bool:
        return 0 <= 8 * row + col < 64

    def cell(self, row: int, col: int) -> str:
        if not self.has_square(row, col):
            raise sound.OutOfBounds
        return super().cell(*divmod(8 * row + col, 8))

    def can_place(self, row: int, col: int, player: str) -> bool:
        return self.has_square(row, col) and super().can_place(*divmod(8 * row + col, 8), player)
