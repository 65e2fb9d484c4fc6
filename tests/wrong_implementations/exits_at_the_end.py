"""game_over ends the program when the game is over.

It was part of the main loop once.
"""

import sys
from typing import Final

from . import sound

BREAKS: Final = None
OR_ELSE: Final = ("game-over",)


class Othello(sound.Othello):
    def game_over(self) -> bool:
        if super().game_over():
            sys.exit()
        return False
