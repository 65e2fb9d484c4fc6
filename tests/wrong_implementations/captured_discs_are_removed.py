"""Captured discs are taken off the board instead of being flipped.

"Capture" means that in draughts and in Go.
"""

from typing import Final

from . import sound

BREAKS: Final = "capture-all"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        captured = self.flips(row, col, self.mover)
        super().place(row, col)
        for captured_row, captured_col in captured:
            self.board[captured_row][captured_col] = sound.EMPTY
