"""Every square on the edge of the board is taken for a corner.

An `or` stands where an `and` should.
"""

from typing import Final

from ..sound import SIZE
from . import sound

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def is_corner(self, row: int, col: int) -> bool:
        return row in (0, SIZE - 1) or col in (0, SIZE - 1)
