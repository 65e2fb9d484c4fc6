"""A run of opposing discs may have empty squares in it.

The loop walks on "until my own disc" where it should walk on "as long as there are discs of the
opponent".
"""

from typing import Final

from . import sound
from .sound import Square, on_board, opponent

BREAKS: Final = "no-gaps"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        down, right = direction
        run = []
        row, col = row + down, col + right
        while on_board(row, col) and self.board[row][col] != player:
            if self.board[row][col] == opponent(player):
                run.append((row, col))
            row, col = row + down, col + right
        return run if on_board(row, col) else []
