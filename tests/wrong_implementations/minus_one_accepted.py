"""Negative rows and columns count from the far edge.

Only the upper bound is checked, and Python's lists take negative indices.
"""

from typing import Final

from . import sound
from .sound import SIZE

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def has_square(self, row: int, col: int) -> bool:
        return row < SIZE and col < SIZE
