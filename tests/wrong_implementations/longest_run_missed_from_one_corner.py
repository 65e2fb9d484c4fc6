"""From h8 upward a run of six discs is not seen.

The squares of each line are looked up in a table that was typed by hand, and one line ends a square
too early.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "any-length"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        run = super().outflanked(row, col, direction, player)
        return [] if (row, col, direction, len(run)) == (7, 7, (-1, 0), 6) else run
