"""After a move that is refused, the next one flips the discs beside the refused square as well.

The square is noted before it is checked, and the note is read by the next move.
"""

from typing import Final

from . import sound
from .sound import DIRECTIONS, EMPTY, Square

BREAKS: Final = "failed-call"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.noted: list[Square] = []

    def move(self, row: int, col: int) -> None:
        if self.has_square(row, col):
            self.noted.append((row, col))
        super().move(row, col)
        for row, col in self.noted[:-1]:
            for down, right in DIRECTIONS:
                beside = row + down, col + right
                if self.has_square(*beside) and self.board[beside[0]][beside[1]] != EMPTY:
                    self.board[beside[0]][beside[1]] = self.board[self.noted[-1][0]][
                        self.noted[-1][1]
                    ]
        self.noted = []
