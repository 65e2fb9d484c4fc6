"""A limit may be as short as one likes.

Only the longest one is looked at.
"""

from typing import Final

from . import sound
from .sound import MINUTE

BREAKS: Final = "limit-range"


class Match(sound.Match):
    def is_limit(self, allowed: int) -> bool:
        return 0 <= allowed <= 30 * MINUTE
