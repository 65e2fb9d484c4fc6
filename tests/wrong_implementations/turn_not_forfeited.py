"""The turn goes to the opponent even if the opponent cannot move.

The players just alternate; that a turn can be forfeited was forgotten, so the game is stuck.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "forfeit"


class Othello(sound.Othello):
    def next_mover(self) -> str:
        return opponent(self.mover)
