"""A player without discs is given half of the opponent's at once.

That saves asking again at the next turn.
"""

from typing import Final

from ..sound import opponent
from . import sound

BREAKS: Final = "supply"


class Supply(sound.Supply):
    def take(self, player: str) -> None:
        other = opponent(player)
        if self.has_none(player) and self.piles[other] > 1:
            half = self.piles[other] // 2
            self.piles = {player: half, other: self.piles[other] - half}
        super().take(player)
