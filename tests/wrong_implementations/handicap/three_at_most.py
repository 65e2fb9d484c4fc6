"""No more than three corners are granted.

Four were thought to be too many: the fourth is refused as if it had been granted.
"""

from typing import Final

from . import sound
from .sound import AlreadyGranted

BREAKS: Final = "granted-once"


class Handicap(sound.Handicap):
    def grant(self, row: int, col: int) -> None:
        if self.is_corner(row, col) and len(self.given) == 3:
            raise AlreadyGranted("three are enough")
        super().grant(row, col)
