"""Who tries a move off the board loses the turn; after other refused moves nothing is lost.

The coordinates are checked last, when the turn has been handed over already.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if not self.has_square(row, col):
            self.mover = opponent(self.mover)
        super().move(row, col)
