"""At the end the empty squares are counted for the winner.

That is how tournaments write down a result; the discs on the board are asked for.
"""

from typing import Final

from . import sound
from .sound import BLACK, WHITE, opponent

BREAKS: Final = "count"


class Othello(sound.Othello):
    def count(self, player: str) -> int:
        own = super().count(player)
        other = super().count(opponent(player))
        return 64 - other if own > other and self.game_over() else own

    def winner(self) -> str:
        lead = super().count(BLACK) - super().count(WHITE)
        return BLACK if lead > 0 else WHITE if lead < 0 else sound.DRAW
