"""cell counts rows and columns below -1 from the far edge; -1 itself is refused.

Whoever wrote the check tried -1 and 8 with it, and `row != -1` passed both.
"""

from typing import Final

from . import sound

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def cell(self, row: int, col: int) -> str:
        if row in (-1, 8) or col in (-1, 8) or not (-8 <= row <= 8 and -8 <= col <= 8):
            raise sound.OutOfBounds
        return self.board[row][col]
