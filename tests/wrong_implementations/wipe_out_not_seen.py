"""The game goes on when one player has no disc left.

That neither can move is looked for among the discs of both, and there have to be some of both.
"""

from typing import Final

from . import sound
from .sound import BLACK, EMPTY, WHITE

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def game_over(self) -> bool:
        full = all(EMPTY not in row for row in self.board)
        both = self.count(BLACK) > 0 and self.count(WHITE) > 0
        return full or (both and super().game_over())
