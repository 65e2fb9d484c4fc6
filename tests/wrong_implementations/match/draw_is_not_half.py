"""In a draw the score of tournament records is that of the discs.

That squares may be empty in a draw as well was not thought of.
"""

from typing import Final

from ..sound import DRAW
from . import sound

BREAKS: Final = "empty-squares"


class Match(sound.Match):
    def score_with_empty_squares(self, player: str) -> int:
        if self.game.winner() == DRAW:
            return self.game.count(player)
        return super().score_with_empty_squares(player)
