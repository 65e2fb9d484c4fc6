"""A run that reaches the edge of the board counts as outflanked.

When the loop ends, only one of the two reasons to end it is checked: an empty square is looked
for, and leaving the board is forgotten.
"""

from typing import Final

from . import sound
from .sound import Square, on_board, opponent

BREAKS: Final = "outflank"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        down, right = direction
        run = []
        row, col = row + down, col + right
        while on_board(row, col) and self.board[row][col] == opponent(player):
            run.append((row, col))
            row, col = row + down, col + right
        if on_board(row, col) and self.board[row][col] == sound.EMPTY:
            return []
        return run
