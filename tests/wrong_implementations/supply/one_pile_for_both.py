"""All discs lie in one pile, and each player is told half of it.

It does not matter who places them. A disc is also taken when the pile is used up.
"""

from typing import Final

from ..sound import BLACK, WHITE
from . import sound

BREAKS: Final = "supply"
BREAKS_ALSO: Final = ("nobody-has-discs",)


class Supply(sound.Supply):
    def take(self, player: str) -> None:
        rest = self.piles[BLACK] + self.piles[WHITE] - 1
        self.piles = {BLACK: rest - rest // 2, WHITE: rest // 2}
