"""The board at the start has the corners and nothing else.

The four discs in the centre are left to whoever starts the game.
"""

from typing import Final

from ..sound import BLACK, EMPTY, SIZE
from . import sound

BREAKS: Final = "setup"


class Handicap(sound.Handicap):
    def board(self) -> list[list[str]]:
        board = [[EMPTY] * SIZE for _ in range(SIZE)]
        for row, col in self.given:
            board[row][col] = BLACK
        return board
