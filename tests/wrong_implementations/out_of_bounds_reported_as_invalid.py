"""A move off the board raises InvalidMove instead of OutOfBounds.

is_valid_move is asked first, and it is already false off the board.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        if not self.is_valid_move(row, col, self.mover):
            raise sound.InvalidMove
        super().move(row, col)
