"""One may pass when the game is over.

It is only asked whether the mover is stuck, not whether the game goes on.
"""

from typing import Final

from . import sound

BREAKS: Final = "forced-pass-only"


class Passing(sound.Passing):
    def must_pass(self) -> bool:
        return not self.can_move(self.mover)
