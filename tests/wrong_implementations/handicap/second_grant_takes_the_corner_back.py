"""A corner that is granted again is refused, and taken back.

A grant turns what was into its opposite, before it is looked at whether that was meant.
"""

from typing import Final

from . import sound
from .sound import AlreadyGranted

BREAKS: Final = "failed-call"


class Handicap(sound.Handicap):
    def grant(self, row: int, col: int) -> None:
        again = (row, col) in self.given
        if self.is_corner(row, col):
            self.given ^= {(row, col)}
        else:
            super().grant(row, col)
        if again:
            raise AlreadyGranted(f"({row}, {col})")
