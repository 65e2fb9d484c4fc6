"""A move that is refused is counted: the mover has a disc more than lies on the board.

The numbers of discs are kept up to date in the first line of move, before anything is checked.
"""

from typing import Final

from . import sound
from .sound import BLACK, WHITE

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.extra = {BLACK: 0, WHITE: 0}

    def move(self, row: int, col: int) -> None:
        mover = self.mover
        self.extra[mover] += 1
        super().move(row, col)
        self.extra[mover] -= 1

    def count(self, player: str) -> int:
        return super().count(player) + self.extra[player]
