"""The players share one time.

What either uses is charged to both.
"""

from typing import Final

from . import sound

BREAKS: Final = "clock-runs"


class Clock(sound.Clock):
    def charge(self, now: int) -> None:
        super().charge(now)
        self.used = dict.fromkeys(self.used, self.used[self.runs])
