"""A disc that is given is not missing from the opponent's.

The giver is asked, and nobody subtracts anything.
"""

from typing import Final

from . import sound

BREAKS: Final = "supply"


class Supply(sound.Supply):
    def take(self, player: str) -> None:
        if self.is_empty() or not self.has_none(player):
            super().take(player)
