"""The player who can place a disc is the one who has to pass.

The two players are mixed up where it is asked who is stuck.
"""

from typing import Final

from ..sound import opponent
from . import sound

BREAKS: Final = "forced-pass-only"


class Passing(sound.Passing):
    def must_pass(self) -> bool:
        return self.can_move(self.mover) and not self.can_move(opponent(self.mover))
