"""Flipped discs capture in their turn.

Flipping a disc calls the method that places one, as if it had just been played there.
"""

from typing import Final

from . import sound

BREAKS: Final = "direct-line"


class Othello(sound.Othello):
    def place(self, row: int, col: int) -> None:
        flipped = self.flips(row, col, self.mover)
        super().place(row, col)
        for flipped_row, flipped_col in flipped:
            self.place(flipped_row, flipped_col)
