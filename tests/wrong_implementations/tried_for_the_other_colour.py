"""Where the mover captures nothing, the disc is placed for the opponent.

The search for captured discs tries both colours, "to be sure", and the first that captures counts.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "must-capture"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        mover = self.mover
        if not self.can_place(row, col, mover) and self.can_place(row, col, opponent(mover)):
            self.mover = opponent(mover)
            self.place(row, col)
            self.mover = opponent(mover)
        else:
            super().move(row, col)
