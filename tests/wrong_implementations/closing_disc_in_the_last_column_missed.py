"""A walk to the right ends before the last column, so no disc there closes a line.

The bound of one of eight hand-written loops is wrong. It does not matter until the game reaches
that side of the board.
"""

from typing import Final

from . import sound
from .sound import SIZE, Square

BREAKS: Final = "outflank"
OR_ELSE: Final = ("directions",)


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        run = super().outflanked(row, col, direction, player)
        return [] if direction == (0, 1) and col + len(run) + 1 == SIZE - 1 else run
