"""A disc may be placed on another disc.

The check whether a move captures is taken for the whole check.
"""

from typing import Final

from . import sound

BREAKS: Final = "place-on-empty"


class Othello(sound.Othello):
    def can_place(self, row: int, col: int, player: str) -> bool:
        return self.has_square(row, col) and self.flips(row, col, player) != []
