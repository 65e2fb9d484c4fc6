"""Of each outflanked run only the disc next to the new one is flipped.

The examples in class have runs of one disc, and one disc is flipped in every direction.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "capture-all"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        return super().outflanked(row, col, direction, player)[:1]
