"""Who is late has less than no time left.

The limit minus what was used is negative then.
"""

from typing import Final

from . import sound

BREAKS: Final = "exact-limit"


class Clock(sound.Clock):
    def time_left(self, player: str, now: int) -> int:
        self.check_time(now)
        return self.allowed - self.spent(player, now)
