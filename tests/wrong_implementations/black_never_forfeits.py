"""The turn goes to Black even if Black cannot move; White's is forfeited as it should be.

The human plays Black and is always asked for a move; only the computer can pass.
"""

from typing import Final

from . import sound
from .sound import BLACK

BREAKS: Final = "forfeit"


class Othello(sound.Othello):
    def next_mover(self) -> str:
        return super().next_mover() if self.mover == BLACK else BLACK
