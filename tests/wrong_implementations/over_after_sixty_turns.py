"""The game counts as over after sixty turns, a forfeited one included.

There are sixty empty squares at the start, so there are sixty turns.
"""

from typing import Final

from . import sound

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.turns = 0

    def next_mover(self) -> str:
        after = super().next_mover()
        self.turns += 2 if after == self.mover else 1
        return after

    def game_over(self) -> bool:
        return self.turns >= 60 or super().game_over()
