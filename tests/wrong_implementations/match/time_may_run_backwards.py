"""Nobody notices if the time that is told is earlier than one told before.

The move takes less than no time.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-told"


class Match(sound.Match):
    def check_time(self, now: int) -> None:
        pass
