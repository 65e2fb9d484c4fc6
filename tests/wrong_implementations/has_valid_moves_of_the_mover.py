"""has_valid_moves always answers for the player whose turn it is.

Nobody else was thought to ask.
"""

from typing import Final

from . import sound

BREAKS: Final = "any-valid-moves"


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        return super().has_valid_moves(self.mover)
