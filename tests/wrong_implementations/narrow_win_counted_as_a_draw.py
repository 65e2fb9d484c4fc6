"""A game that ends 33 to 31 is said to be a draw.

Who leads by two is told from a tie by a comparison with > 2 that should be >= 2: at the end of a full board the
difference is an even number.
"""

from typing import Final

from . import sound
from .sound import BLACK, DRAW, EMPTY, WHITE

BREAKS: Final = "majority"


class Othello(sound.Othello):
    def winner(self) -> str:
        full = all(EMPTY not in row for row in self.board)
        lead = abs(self.count(BLACK) - self.count(WHITE))
        return DRAW if full and lead <= 2 else super().winner()
