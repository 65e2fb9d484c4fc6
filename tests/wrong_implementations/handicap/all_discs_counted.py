"""The discs on the board are counted, not the corners alone.

How many black discs there are tells how many corners there are, if one thinks of subtracting the others.
"""

from typing import Final

from ..sound import BLACK
from . import sound

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def corners(self) -> int:
        return sum(row.count(BLACK) for row in self.board())
