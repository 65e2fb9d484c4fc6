"""A clock cannot be stopped and another started at the same moment.

Each time is demanded to be later than the one before.
"""

from typing import Final

from . import sound
from .sound import TimeRunsBackwards

BREAKS: Final = "time-told"


class Clock(sound.Clock):
    def check_time(self, now: int) -> None:
        if now <= self.told:
            raise TimeRunsBackwards(f"{now} after {self.told}")
