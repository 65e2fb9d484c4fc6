"""With equally many discs a coin decides who is the winner.

There has to be one.
"""

import random
from typing import Final

from . import sound
from .sound import BLACK, DRAW, WHITE

BREAKS: Final = "draw"
VARIES: Final = True


class Othello(sound.Othello):
    def winner(self) -> str:
        leader = super().winner()
        return random.choice((BLACK, WHITE)) if leader == DRAW else leader
