"""After a forfeited turn the clock of the player who forfeits it runs.

The clocks alternate, whoever has the turn.
"""

from typing import Final

from ..sound import opponent
from . import sound

BREAKS: Final = "clock-runs"


class Match(sound.Match):
    def hand_over(self, mover: str, now: int) -> None:
        self.stop_clock(now)
        if not self.game.game_over():
            self.start_clock(opponent(mover), now)
