"""A row is overlooked now and then, at random.

Nobody would write this, but an array that is not initialised, or two threads, behave like it. Which
of the rules about rows it is found to break, and whether always the same one, is a matter of luck.
"""

import random
from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "directions"
OR_ELSE: Final = (
    "alternate",
    "any-length",
    "any-valid-moves",
    "capture-all",
    "game-over",
    "must-capture",
    "queries-pure",
    "valid-moves",
)
VARIES: Final = True


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        run = super().outflanked(row, col, direction, player)
        return run if random.random() < 0.9 else []
