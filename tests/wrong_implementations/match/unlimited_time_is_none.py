"""Without a limit nobody has any time.

The limit is 0, and 0 is used up at once.
"""

from typing import Final

from . import sound

BREAKS: Final = "time-limit"


class Match(sound.Match):
    def out_of_time(self, player: str, now: int) -> bool:
        return self.used_until(player, now) >= self.limit
