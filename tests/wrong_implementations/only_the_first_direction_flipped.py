"""A disc captures in one direction only, the first in which it outflanks.

The loop over the directions returns as soon as it has found something.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "directions"


class Othello(sound.Othello):
    def flips(self, row: int, col: int, player: str) -> list[Square]:
        for direction in self.directions:
            run = self.outflanked(row, col, direction, player)
            if run:
                return run
        return []
