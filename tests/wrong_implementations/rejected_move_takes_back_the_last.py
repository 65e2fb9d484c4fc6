"""A move that is refused takes back the move before it.

After an error the position is restored, to be safe; but the saved position is the one before the
last good move.
"""

from typing import Final

from . import sound

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.saved = [row[:] for row in self.board]

    def move(self, row: int, col: int) -> None:
        before = [row[:] for row in self.board]
        try:
            super().move(row, col)
        except sound.InvalidMove:
            self.board = [row[:] for row in self.saved]
            raise
        self.saved = before
