"""White has the first move in every second game.

The players change colours for the return game, and the program changes who begins instead.
"""

from typing import Final

from . import sound
from .sound import opponent

BREAKS: Final = "black-first"


class Othello(sound.Othello):
    def __init__(self) -> None:
        self.first = sound.WHITE

    def init(self) -> None:
        self.first = opponent(self.first)
        super().init()
        self.mover = self.first
