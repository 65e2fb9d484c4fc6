"""A disc captures in four directions at most.

A cross and a diagonal cross were thought of, and the search ends when it has found four rows.
"""

from typing import Final

from . import sound
from .sound import Square

BREAKS: Final = "directions"


class Othello(sound.Othello):
    def flips(self, row: int, col: int, player: str) -> list[Square]:
        runs = [self.outflanked(row, col, direction, player) for direction in self.directions]
        return [square for run in [run for run in runs if run][:4] for square in run]
