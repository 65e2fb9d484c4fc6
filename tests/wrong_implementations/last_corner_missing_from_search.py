"""A player whose only move is h8 is said to have none.

The squares are numbered from 0 to 63, and the search goes through range(63).
"""

from typing import Final

from . import sound

BREAKS: Final = "any-valid-moves"


class Othello(sound.Othello):
    def has_valid_moves(self, player: str) -> bool:
        return any(self.can_place(*divmod(number, 8), player) for number in range(63))
