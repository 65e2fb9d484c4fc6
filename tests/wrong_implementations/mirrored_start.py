"""The four discs at the start have the opposite colours.

Rows are counted from the bottom, as on a chess board, so d4 and e4 change places with d5 and e5.
"""

from typing import Final

from . import sound

BREAKS: Final = "setup"


class Othello(sound.Othello):
    def starting_board(self) -> list[list[str]]:
        return super().starting_board()[::-1]
