"""Empty squares are counted for the player.

The squares that are "not the opponent's" are counted instead of those that are the player's.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "count"


class Othello(sound.Othello):
    def count(self, player: str) -> int:
        return sum(disc != opponent(player) for row in self.board for disc in row)
