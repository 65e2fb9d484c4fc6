"""A player who is stuck loses the turn at once, without a pass.

These are the rules of the other module, where a turn is forfeited and nobody ever passes.
"""

from typing import Final

from ..sound import Othello
from . import sound

BREAKS: Final = "passing-move"


class Passing(sound.Passing):
    def next_mover(self) -> str:
        return Othello.next_mover(self)
