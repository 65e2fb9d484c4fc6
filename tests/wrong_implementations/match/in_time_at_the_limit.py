"""Who has used exactly the time that there is may still move.

Time runs out beyond the limit, not at it.
"""

from typing import Final

from . import sound
from .sound import UNLIMITED

BREAKS: Final = "exact-limit"


class Match(sound.Match):
    def out_of_time(self, player: str, now: int) -> bool:
        return self.limit != UNLIMITED and self.used_until(player, now) > self.limit
