"""The own disc that closes a line is turned over as well.

Flipping means to turn whatever is there, and the loop over the line goes one square too far.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "discs-stay"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        for down, right in self.directions:
            run = self.outflanked(row, col, (down, right), self.mover)
            if run:
                run.append((run[-1][0] + down, run[-1][1] + right))
            for turned_row, turned_col in run:
                self.board[turned_row][turned_col] = opponent(self.board[turned_row][turned_col])
        self.board[row][col] = self.mover
