"""Who captures more than three discs moves again.

A house rule, taken over from the way the game is played at home.
"""

from typing import Final

from . import sound

BREAKS: Final = "alternate"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        mover, discs = self.mover, self.count(self.mover)
        super().move(row, col)
        flipped = self.count(mover) - discs - 1
        if flipped > 3 and self.can_move(mover):
            self.mover = mover
