"""Who tries an invalid move loses the turn.

The turn is handed over at the end of every attempt, in a `finally`.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def move(self, row: int, col: int) -> None:
        try:
            super().move(row, col)
        except sound.InvalidMove:
            self.mover = opponent(self.mover)
            raise
