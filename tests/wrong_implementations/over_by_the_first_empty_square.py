"""Whether the game is over is decided by the first empty square alone.

The loop over the squares returns in both branches.
"""

from typing import Final

from . import sound
from .sound import BLACK, EMPTY, SIZE, WHITE

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def game_over(self) -> bool:
        for row in range(SIZE):
            for col in range(SIZE):
                if self.board[row][col] == EMPTY:
                    return not any(self.can_place(row, col, p) for p in (BLACK, WHITE))
        return True
