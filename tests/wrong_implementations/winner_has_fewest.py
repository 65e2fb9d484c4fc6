"""The player with fewer discs is named the winner.

A comparison the wrong way round; the two branches look alike.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "majority"


class Othello(sound.Othello):
    def winner(self) -> str:
        leader = super().winner()
        return leader if leader == sound.DRAW else opponent(leader)
