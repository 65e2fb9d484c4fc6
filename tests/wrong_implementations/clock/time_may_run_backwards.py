"""An earlier time than before is accepted.

Time always goes forward, it was thought, so that nobody need look.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-told"


class Clock(sound.Clock):
    def check_time(self, now: int) -> None:
        pass
