"""has_valid_moves leaves the discs flipped that it has turned over to try a move.

It tries each move on a copy of the board, and the copy is a new list of the same rows.
"""

from typing import Final

from . import sound
from .sound import SIZE

BREAKS: Final = "queries-pure"


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        board, mover = self.board, self.mover
        self.board = list(board)
        for row in range(SIZE):
            for col in range(SIZE):
                if self.can_place(row, col, player):
                    self.mover = player
                    self.place(row, col)
                    self.board, self.mover = board, mover
                    return True
        self.board = board
        return False
