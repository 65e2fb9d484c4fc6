"""Asking whether a player has valid moves passes the turn when there are none.

The forfeit is built into the question, so that the main loop of a game need not think of it.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "queries-pure"


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        able = super().has_valid_moves(player)
        if not able:
            self.mover = opponent(self.mover)
        return able
