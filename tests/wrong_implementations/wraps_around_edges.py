"""A line that leaves the board at one side goes on at the other, a row further.

The board is one list of 64 squares and a direction is a number to add to the index; only the ends
of the list are checked, not the ends of a row.
"""

from typing import Final

from . import sound
from .sound import SIZE, Square, opponent

BREAKS: Final = "direct-line"


class Othello(sound.Othello):
    def outflanked(self, row: int, col: int, direction: Square, player: str) -> list[Square]:
        squares = [disc for line in self.board for disc in line]
        step = SIZE * direction[0] + direction[1]
        run = []
        index = SIZE * row + col + step
        while 0 <= index < len(squares) and squares[index] == opponent(player):
            run.append(divmod(index, SIZE))
            index += step
        if 0 <= index < len(squares) and squares[index] == player:
            return run
        return []
