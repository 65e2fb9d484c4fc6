"""Once a game has ended, all later ones count as over.

That the game is over is noted when it is found out, and init does not take the note away.
"""

from typing import Final

from . import sound

BREAKS: Final = "game-over"


class Othello(sound.Othello):
    def __init__(self) -> None:
        self.over = False

    def game_over(self) -> bool:
        self.over = self.over or super().game_over()
        return self.over
