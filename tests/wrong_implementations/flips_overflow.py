"""No more than ten discs are flipped at once.

They are collected in an array of ten, and what does not fit is dropped.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "capture-all"


class Othello(sound.Othello):
    def flips(self, row: int, col: int, player: str) -> list[Square]:
        return super().flips(row, col, player)[:10]
