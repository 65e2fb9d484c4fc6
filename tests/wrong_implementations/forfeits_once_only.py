"""A player who has just forfeited a turn is on turn next, able to move or not.

After a forfeit the players "alternate again", and that a second one may follow was not thought of.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "forfeit"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.forfeited = False

    def next_mover(self) -> str:
        after = opponent(self.mover) if self.forfeited else super().next_mover()
        self.forfeited = after == self.mover
        return after
