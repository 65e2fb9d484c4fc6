"""The discs in the corners are White's.

The weaker player was thought to be the one who moves second.
"""

from typing import Final

from ..sound import WHITE
from . import sound

BREAKS: Final = "corner-handicap"


class Handicap(sound.Handicap):
    def board(self) -> list[list[str]]:
        board = super().board()
        for row, col in self.given:
            board[row][col] = WHITE
        return board
