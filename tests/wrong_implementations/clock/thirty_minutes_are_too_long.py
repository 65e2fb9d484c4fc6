"""A limit of 30 minutes is refused.

A range was used, which does not include its end.
"""

from typing import Final

from . import sound
from .sound import MINUTE, UNLIMITED

BREAKS: Final = "limit-range"


class Clock(sound.Clock):
    def is_limit(self, allowed: int) -> bool:
        return allowed == UNLIMITED or allowed in range(5 * MINUTE, 30 * MINUTE)
