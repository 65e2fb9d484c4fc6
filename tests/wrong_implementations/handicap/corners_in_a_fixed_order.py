"""The corners are granted in a fixed order, whichever is named.

Only how many there are was thought to matter.
"""

from typing import Final

from . import sound
from .sound import CORNERS

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def grant(self, row: int, col: int) -> None:
        before = len(self.given)
        super().grant(row, col)
        self.given = set(CORNERS[: before + 1])
