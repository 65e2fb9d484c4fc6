"""Only the last turn of a player counts.

The time of a turn replaces that of the turns before.
"""

from typing import Final

from . import sound

BREAKS: Final = "clock-runs"


class Clock(sound.Clock):
    def charge(self, now: int) -> None:
        self.used[self.runs] = now - self.told
