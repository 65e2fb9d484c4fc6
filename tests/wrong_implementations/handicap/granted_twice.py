"""A corner is granted again without complaint.

Adding to a set what is in it already does no harm, so that nobody looked.
"""

from typing import Final

from . import sound
from .sound import NotACorner

BREAKS: Final = "granted-once"


class Handicap(sound.Handicap):
    def grant(self, row: int, col: int) -> None:
        if not self.is_corner(row, col):
            raise NotACorner(f"({row}, {col})")
        self.given.add((row, col))
