"""Sixty-four discs of one colour count as none.

The numbers of discs are packed into words of six bits each.
"""

from typing import Final

from . import sound

BREAKS: Final = "count"


class Othello(sound.Othello):
    def count(self, player: str) -> int:
        return super().count(player) & 63

    def winner(self) -> str:
        lead = super().count(sound.BLACK) - super().count(sound.WHITE)
        return sound.BLACK if lead > 0 else sound.WHITE if lead < 0 else sound.DRAW
