"""A pass does not hand the turn over.

The mover is changed by whoever calls and by the pass itself, so that it is changed twice.
"""

from typing import Final

from ..sound import opponent
from . import sound

BREAKS: Final = "passing-move"


class Passing(sound.Passing):
    def next_after_pass(self) -> str:
        return opponent(opponent(self.mover))
