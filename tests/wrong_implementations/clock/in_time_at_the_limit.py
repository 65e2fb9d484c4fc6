"""A player who has used exactly the limit is still in time.

It is compared with > where it should be with >=.
"""

from typing import Final

from . import sound
from .sound import UNLIMITED

BREAKS: Final = "exact-limit"


class Clock(sound.Clock):
    def is_late(self, player: str, now: int) -> bool:
        return self.allowed != UNLIMITED and self.spent(player, now) > self.allowed
