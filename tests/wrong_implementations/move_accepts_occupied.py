"""move places a disc on another disc, although is_valid_move says that it may not.

The check is written a second time within move, and half of it is forgotten.
"""

from typing import Final

from . import sound
from .sound import InvalidMove, OutOfBounds

BREAKS: Final = "place-on-empty"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if not self.has_square(row, col):
            raise OutOfBounds
        if not self.flips(row, col, self.mover):
            raise InvalidMove
        self.place(row, col)
        self.mover = self.next_mover()
