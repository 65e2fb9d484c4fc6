"""Without a limit everybody is out of time at once.

The 0 that stands for no limit is compared like any other.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-limit"


class Clock(sound.Clock):
    def is_late(self, player: str, now: int) -> bool:
        return self.spent(player, now) >= self.allowed
