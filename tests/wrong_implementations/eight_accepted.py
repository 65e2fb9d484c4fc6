"""Row 8 and column 8 are taken for squares of the board.

The bound is written <= instead of <, and the list is made one longer to stop the index errors.
"""

from typing import Final

from . import sound
from .sound import EMPTY, SIZE

BREAKS: Final = "on-board"


class Othello(sound.Othello):
    def has_square(self, row: int, col: int) -> bool:
        return 0 <= row <= SIZE and 0 <= col <= SIZE

    def starting_board(self) -> list[list[str]]:
        padded = [[*row, EMPTY] for row in super().starting_board()]
        return [*padded, [EMPTY] * (SIZE + 1)]
