"""A player whose only moves are in the last column is said to have none.

The search for a move counts columns up to 7, and range leaves the last number out.
"""

from typing import Final

from . import sound
from .sound import SIZE

BREAKS: Final = "any-valid-moves"


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        return any(self.can_place(row, col, player) for row in range(SIZE) for col in range(7))
