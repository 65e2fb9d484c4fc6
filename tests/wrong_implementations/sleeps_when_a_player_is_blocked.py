"""Asked about a player who cannot move, has_valid_moves sleeps for an hour.

It shows a message and waits for somebody to read it.
"""

import time
from typing import Final

from . import sound

BREAKS: Final = None


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        able = super().has_valid_moves(player)
        if not able:
            time.sleep(3600)
        return able
