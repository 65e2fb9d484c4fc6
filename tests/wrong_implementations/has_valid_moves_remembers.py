"""has_valid_moves says once and for all that a player cannot move.

Who cannot move now is thought to be out of the game, and the answer is kept.
"""

from typing import Final

from . import sound

BREAKS: Final = "any-valid-moves"


class Othello(sound.Othello):
    def init(self) -> None:
        super().init()
        self.blocked: set[str] = set()

    def has_valid_moves(self, player: str) -> bool:
        if not super().has_valid_moves(player):
            self.blocked.add(player)
        return player not in self.blocked
