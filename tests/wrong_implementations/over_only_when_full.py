"""The game counts as over only when no square is empty.

That a game can end earlier was not thought of, and hardly ever shows when one plays by hand.
"""

from typing import Final

from . import sound
from .sound import EMPTY

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def game_over(self) -> bool:
        return all(EMPTY not in row for row in self.board)
