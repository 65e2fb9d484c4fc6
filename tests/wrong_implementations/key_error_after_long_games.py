"""The twenty-seventh move of a game raises KeyError.

Moves are written down under the letters of the alphabet.
"""

import string
from typing import Final

from . import sound

BREAKS: Final = None


LETTERS: Final = dict(enumerate(string.ascii_lowercase))


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.written: list[tuple[str, int, int]] = []

    def place(self, row: int, col: int) -> None:
        self.written.append((LETTERS[len(self.written)], row, col))
        super().place(row, col)
