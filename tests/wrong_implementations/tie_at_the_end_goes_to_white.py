"""A game that ends with equally many discs is said to be won by White.

Black has the advantage of the first move, so White wins a tie at the end; during the game, a tie is
a tie.
"""

from typing import Final

from . import sound
from .sound import DRAW, WHITE

BREAKS: Final = "draw"


class Othello(sound.Othello):
    def winner(self) -> str:
        leader = super().winner()
        return WHITE if leader == DRAW and self.game_over() else leader
