"""Each player has all 32 discs left at the start.

The two of each that are on the board already were forgotten.
"""

from typing import Final

from ..sound import BLACK, WHITE
from . import sound
from .sound import EACH

BREAKS: Final = "supply"


class Supply(sound.Supply):
    def init(self) -> None:
        self.piles = {BLACK: EACH, WHITE: EACH}
