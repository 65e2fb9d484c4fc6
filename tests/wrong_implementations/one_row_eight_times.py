"""All rows of the board are one and the same list.

The board is made with `[[EMPTY] * 8] * 8`.
"""

from typing import Final

from . import sound
from .sound import BLACK, EMPTY, SIZE, WHITE

BREAKS: Final = "setup"


class Othello(sound.Othello):
    def starting_board(self) -> list[list[str]]:
        board = [[EMPTY] * SIZE] * SIZE
        board[3][3] = board[4][4] = WHITE
        board[3][4] = board[4][3] = BLACK
        return board
