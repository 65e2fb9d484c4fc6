"""is_valid_move answers with the number of discs that would flip.

In an `if` any number but nought will do.
"""

from typing import Final

from . import sound

BREAKS: Final = "valid-moves"


class Othello(sound.Othello):
    def is_valid_move(self, row: int, col: int, player: str) -> bool:
        flips = self.flips(row, col, player) if self.can_place(row, col, player) else []
        return len(flips)  # type: ignore[return-value]  # that is the fault
