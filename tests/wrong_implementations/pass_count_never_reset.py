"""The game counts as over after two forfeits, however many moves lie between them.

Forfeits are counted, and a move should set the number back to nought.
"""

from typing import Final

from . import sound

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.forfeits = 0

    def next_mover(self) -> str:
        after = super().next_mover()
        self.forfeits += after == self.mover
        return after

    def game_over(self) -> bool:
        return self.forfeits >= 2 or super().game_over()
