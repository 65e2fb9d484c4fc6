"""The game is over only once both players have passed.

As in Go again. But nobody may pass when nobody can place a disc, so that it never ends.
"""

from typing import Final

from . import sound

BREAKS: Final = "game-over"


class Passing(sound.Passing):
    passes: int = 0

    def init(self) -> None:
        super().init()
        self.passes = 0

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        self.passes = 0

    def pass_turn(self) -> None:
        super().pass_turn()
        self.passes += 1

    def game_over(self) -> bool:
        return self.passes == 2
