"""A line is closed by the farthest own disc, not by the nearest.

The loop collects the discs up to the first gap and then looks back from the far end for an own
disc, so it skips over own discs on the way.
"""

from typing import Final

from . import sound
from .sound import EMPTY, Square, on_board, opponent

BREAKS: Final = "no-skipping"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        down, right = direction
        line = []
        row, col = row + down, col + right
        while on_board(row, col) and self.board[row][col] != EMPTY:
            line.append((row, col))
            row, col = row + down, col + right
        while line and self.board[line[-1][0]][line[-1][1]] != player:
            line.pop()
        return [(row, col) for row, col in line if self.board[row][col] == opponent(player)]
