"""Who runs out of time wins all the same, with more discs on the board.

The winner is always counted out.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-out-loses"


class Match(sound.Match):
    def winner(self, now: int) -> str:
        return self.game.winner()
