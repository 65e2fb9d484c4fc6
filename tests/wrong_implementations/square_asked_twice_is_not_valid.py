"""A square that has been asked about is not valid when it is asked about again.

The search marks the squares it has visited, so as not to run in circles, and only a move clears the
marks.
"""

from typing import Final

from . import sound

BREAKS: Final = "queries-pure"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.seen: set[tuple[int, int, str]] = set()

    def move(self, row: int, col: int) -> None:
        super().move(row, col)
        self.seen.clear()

    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        if (row, col, player) in self.seen:
            return False
        self.seen.add((row, col, player))
        return super().is_valid_move(row, col, player)
