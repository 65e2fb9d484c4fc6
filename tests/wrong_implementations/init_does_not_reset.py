"""A second init leaves the discs of the old game on the board.

The board is set up in the constructor, and init only gives the turn back to Black.
"""

from typing import Final

from . import sound

BREAKS: Final = "setup"


class Othello(sound.Othello):
    def __init__(self) -> None:
        super().init()

    def init(self) -> None:
        self.mover = self.first_mover
