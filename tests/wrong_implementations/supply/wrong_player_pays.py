"""The disc is taken from the opponent.

The turn was handed over before the disc was taken.
"""

from typing import Final

from ..sound import opponent
from . import sound

BREAKS: Final = "supply"


class Supply(sound.Supply):
    def giver(self, player: str) -> str:
        return super().giver(opponent(player))
