"""turn is right when it is asked once after each move; asked again it names the other player.

The players come out of an endless iterator, and every question takes one.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "queries-pure"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.shown = self.mover

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        self.shown = self.mover

    def turn(self) -> str:
        answer, self.shown = self.shown, opponent(self.shown)
        return answer
