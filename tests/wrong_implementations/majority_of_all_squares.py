"""Who has more discs at the end has won only with more than half of the 64 squares.

"Majority" is taken for that of the squares. When the board is full, this makes no difference.
"""

from typing import Final

from . import sound
from .sound import DRAW, SIZE

BREAKS: Final = "majority"


class Othello(sound.Othello):
    def winner(self) -> str:
        leader = super().winner()
        if leader == DRAW or not self.game_over():
            return leader
        return leader if self.count(leader) > SIZE * SIZE // 2 else DRAW
