"""Who still has time may start a turn after the other has lost on time.

Only the time of the player who starts is looked at.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-out-loses"


class Clock(sound.Clock):
    def is_up(self, player: str, now: int) -> bool:
        return self.is_late(player, now)
