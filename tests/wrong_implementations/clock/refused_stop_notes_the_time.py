"""A stop that is refused counts as having told the time.

The time is noted before it is known whether a clock runs.
"""

from typing import Final

from . import sound
from .sound import NOBODY

BREAKS: Final = "failed-call"


class Clock(sound.Clock):
    def stop(self, now: int) -> None:
        if self.runs == NOBODY and now > self.told:
            self.told = now
        super().stop(now)
