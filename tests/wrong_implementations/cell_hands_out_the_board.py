"""cell answers with the object that the board is made of, which anybody could then change.

Each square is a list of one element, so that it can be changed in place.
"""

from typing import Final

from . import sound

BREAKS: Final = "inspect-cell"


class Othello(sound.Othello):
    def cell(self, row: int, col: int) -> str:
        super().cell(row, col)
        return self.board[row][col : col + 1]  # type: ignore[return-value]  # that is the fault
