"""A clock runs on after the last move.

Each move hands the clock over, the last one too.
"""

from typing import Final

from . import sound

BREAKS: Final = "clock-runs"


class Match(sound.Match):
    def hand_over(self, mover: str, now: int) -> None:
        self.stop_clock(now)
        self.start_clock(self.game.mover, now)
