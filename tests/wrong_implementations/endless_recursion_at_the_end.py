"""The move that ends the game raises RecursionError.

A player who cannot move hands the turn back, by calling the method that has handed it over.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = None


class Othello(sound.Othello):
    def next_mover(self) -> str:
        return self.handed_to(opponent(self.mover))

    def handed_to(self, player: str) -> str:
        return player if self.can_move(player) else self.handed_to(opponent(player))
