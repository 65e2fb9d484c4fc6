"""A square may be played twice if two discs were beside it when it was listed.

The list of free squares beside discs has a square once for every disc beside it; a move removes it
from the list once.
"""

from typing import Final

from . import sound
from .sound import DIRECTIONS, EMPTY

BREAKS: Final = "place-on-empty"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.beside: list[sound.Square] = []
        for row, col in ((3, 3), (3, 4), (4, 3), (4, 4)):
            self.list_beside(row, col)

    def list_beside(self, row: int, col: int) -> None:
        near = [(row + down, col + right) for down, right in DIRECTIONS]
        self.beside += [
            (r, c) for r, c in near if self.has_square(r, c) and self.board[r][c] == EMPTY
        ]

    def can_place(self, row: int, col: int, player: str) -> bool:
        return (row, col) in self.beside and self.flips(row, col, player) != []

    def place(self, row: int, col: int) -> None:
        super().place(row, col)
        self.beside.remove((row, col))
        self.list_beside(row, col)
