"""A line of discs that runs into the lower or the right edge raises IndexError.

Only the first step of a walk is checked; the student did not expect the opponent's discs to reach
the edge.
"""

from typing import Final

from . import sound
from .sound import EMPTY, Square, on_board

BREAKS: Final = None


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        down, right = direction
        run: list[Square] = []
        row, col = row + down, col + right
        if not on_board(row, col):
            return []
        while row >= 0 and col >= 0 and self.board[row][col] != EMPTY:
            if self.board[row][col] == player:
                return run
            run.append((row, col))
            row, col = row + down, col + right
        return []
