"""The four discs at the start lie one row and one column too near to a1.

Rows and columns are counted from 1 where the discs are laid out, and from 0 elsewhere; so 4 and 5
were "corrected" once too often.
"""

from typing import Final

from . import sound
from .sound import BLACK, EMPTY, SIZE, WHITE

BREAKS: Final = "setup"


class Othello(sound.Othello):
    def starting_board(self) -> list[list[str]]:
        board = [[EMPTY] * SIZE for _ in range(SIZE)]
        board[2][2] = board[3][3] = WHITE
        board[2][3] = board[3][2] = BLACK
        return board
