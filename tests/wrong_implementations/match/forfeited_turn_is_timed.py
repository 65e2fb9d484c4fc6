"""While the opponent forfeits a turn, the clock of who moves again runs on.

The clocks are touched only when the turn goes to the other player.
"""

from typing import Final

from . import sound

BREAKS: Final = "clock-runs"


class Match(sound.Match):
    def hand_over(self, mover: str, now: int) -> None:
        if self.game.mover != mover or self.game.game_over():
            super().hand_over(mover, now)
