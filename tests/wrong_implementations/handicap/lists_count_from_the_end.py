"""Row -1 is the last row, and column -1 the last column.

That is how Python counts in lists, and it was taken over.
"""

from typing import Final

from ..sound import SIZE
from . import sound

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def is_corner(self, row: int, col: int) -> bool:
        return row in (0, -1, SIZE - 1) and col in (0, -1, SIZE - 1)

    def grant(self, row: int, col: int) -> None:
        super().grant(row % SIZE if row == -1 else row, col % SIZE if col == -1 else col)
