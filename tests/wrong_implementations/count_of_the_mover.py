"""count always counts the discs of the player whose turn it is.

The parameter bears the name of the attribute, and the attribute is read.
"""

from typing import Final

from . import sound
from .sound import BLACK, WHITE

BREAKS: Final = "count"


class Othello(sound.Othello):
    def count(self, player: str) -> int:
        return super().count(self.mover)

    def winner(self) -> str:
        lead = super().count(BLACK) - super().count(WHITE)
        return BLACK if lead > 0 else WHITE if lead < 0 else sound.DRAW
