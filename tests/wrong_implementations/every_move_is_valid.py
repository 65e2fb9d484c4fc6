"""is_valid_move is not written yet: it answers yes to everything.

What it should ask is there, for move needs it too.
"""

from typing import Final

from . import sound

BREAKS: Final = "valid-moves"


class Othello(sound.Othello):
    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        return True
