"""cell takes the column for the row and the row for the column.

It is written for x and y, x first. The board at the start is symmetric and does not show it.
"""

from typing import Final

from . import sound

BREAKS: Final = "inspect-cell"


class Othello(sound.Othello):
    def cell(self, row: int, col: int) -> str:
        return super().cell(col, row)
