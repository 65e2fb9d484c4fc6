"""The last own disc is left, and the opponent gives one instead.

One comparison is with 1 where it should be with 0.
"""

from typing import Final

from . import sound

BREAKS: Final = "disc-given"


class Supply(sound.Supply):
    def has_none(self, player: str) -> bool:
        return self.piles[player] <= 1
