"""The match ends only when the board is full, or by time.

That both players may be stuck before was forgotten.
"""

from typing import Final

from ..sound import EMPTY
from . import sound

BREAKS: Final = "game-over"


class Match(sound.Match):
    def no_moves(self) -> bool:
        return not any(EMPTY in row for row in self.game.board)
