"""A run of six discs, from edge to edge, is not seen.

The loop over the distance to the closing disc is off by one: it ends at six, and seven is left out.
"""

from typing import Final

from . import sound
from .sound import SIZE, Square

BREAKS: Final = "any-length"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        run = super().outflanked(row, col, direction, player)
        distance_to_closing_disc = len(run) + 1
        return run if distance_to_closing_disc < SIZE - 1 else []
