"""The move that ends the game never comes to its end.

The turn is handed to and fro until somebody can move.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = None


class Othello(sound.Othello):
    def next_mover(self) -> str:
        after = opponent(self.mover)
        while not self.can_move(after):
            after = opponent(after)
        return after
