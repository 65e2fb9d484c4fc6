"""A limit of 300 to 1800 is taken for 5 to 30 minutes.

Limits are thought to be in seconds, while times are in milliseconds.
"""

from typing import Final

from . import sound
from .sound import UNLIMITED

BREAKS: Final = "limit-range"


class Clock(sound.Clock):
    def is_limit(self, allowed: int) -> bool:
        return allowed == UNLIMITED or 5 * 60 <= allowed <= 30 * 60
