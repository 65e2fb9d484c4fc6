"""Who has no disc left gets none.

The opponent was not thought of: it is the end of the discs.
"""

from typing import Final

from . import sound
from .sound import NoDiscs

BREAKS: Final = "nobody-has-discs"


class Supply(sound.Supply):
    def take(self, player: str) -> None:
        if self.has_none(player):
            raise NoDiscs(f"{player} has no disc left")
        super().take(player)
