"""The time between two turns is charged to who begins the next one.

A start does not note the time that it is.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-told"


class Clock(sound.Clock):
    def start(self, player: str, now: int) -> None:
        told = self.told
        super().start(player, now)
        self.told = told
