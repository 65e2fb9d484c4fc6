"""A move is accepted after the time is up.

Whether the match is over is asked by those who show it, not by the move itself.
"""

from typing import Final

from ..sound import InvalidMove, OutOfBounds
from . import sound
from .sound import MatchOver, NotBegun

BREAKS: Final = "time-out-loses"


class Match(sound.Match):
    def move(self, row: int, col: int, now: int) -> None:
        if not self.on:
            raise NotBegun("begin first")
        self.check_time(now)
        if self.no_moves():
            raise MatchOver("no more moves")
        if not self.game.has_square(row, col):
            raise OutOfBounds(f"({row}, {col})")
        mover = self.game.mover
        if not self.game.can_place(row, col, mover):
            raise InvalidMove(f"({row}, {col})")
        self.game.move(row, col)
        self.take(mover)
        self.hand_over(mover, now)
