"""The discs on the board are counted, not the corners alone.

The number of black discs tells the number of corners, but the other discs have to be subtracted.
"""

from typing import Final

from ..sound import BLACK
from . import sound

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def corners(self) -> int:
        return sum(row.count(BLACK) for row in self.board())
