"""The game counts as over as soon as one of the players cannot move.

"Neither can move" is written with `or` instead of `and`.
"""

from typing import Final

from . import sound
from .sound import BLACK, WHITE

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def game_over(self) -> bool:
        return not self.can_move(BLACK) or not self.can_move(WHITE)
