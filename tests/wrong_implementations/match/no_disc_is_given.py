"""Nobody gives a disc to a player who has none left.

The player places one all the same, and the supply goes below zero.
"""

from typing import Final

from . import sound

BREAKS: Final = "disc-given"


class Match(sound.Match):
    def take(self, player: str) -> None:
        self.left[player] -= 1
