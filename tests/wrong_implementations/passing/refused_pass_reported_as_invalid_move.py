"""A pass that is not allowed raises the exception of a move that is not.

There is one exception for everything that a player may not do.
"""

from typing import Final

from ..sound import InvalidMove
from . import sound
from .sound import InvalidPass

BREAKS: Final = "forced-pass-only"


class Passing(sound.Passing):
    def pass_turn(self) -> None:
        try:
            super().pass_turn()
        except InvalidPass as error:
            raise InvalidMove(str(error)) from error
