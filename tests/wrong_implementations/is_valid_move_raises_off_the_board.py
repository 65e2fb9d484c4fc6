"""is_valid_move raises OutOfBounds off the board instead of saying no.

It does what move does.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        if not self.has_square(row, col):
            raise sound.OutOfBounds
        return super().is_valid_move(row, col, player)
