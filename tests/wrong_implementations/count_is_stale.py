"""count answers as it did when it was asked first in this game.

The number is kept, so as not to be counted again, and a move does not throw it away.
"""

from typing import Final

from . import sound

BREAKS: Final = "count"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.counted: dict[str, int] = {}

    def count(self, player: str) -> int:
        if player not in self.counted:
            self.counted[player] = super().count(player)
        return self.counted[player]

    def winner(self) -> str:
        lead = super().count(sound.BLACK) - super().count(sound.WHITE)
        return sound.BLACK if lead > 0 else sound.WHITE if lead < 0 else sound.DRAW
