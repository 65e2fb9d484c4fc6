"""A sound module for the corners of a weaker player, as a careful student would hand it in.

Each specimen of this folder overrides one or two of the methods.
"""

from typing import Final

from .. import sound
from ..sound import BLACK, SIZE, OutOfBounds, Square, on_board

CORNERS: Final = ((0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1))


class NotACorner(Exception):
    """The square is no corner."""


class AlreadyGranted(Exception):
    """The corner was granted before."""


class Handicap:
    """The corners that were granted."""

    given: set[Square]

    # The access programs.

    def init(self) -> None:
        """Take all grants back."""
        self.given = set()

    def grant(self, row: int, col: int) -> None:
        """Grant the corner. Raises NotACorner or AlreadyGranted."""
        if not self.is_corner(row, col):
            raise NotACorner(f"({row}, {col})")
        if (row, col) in self.given:
            raise AlreadyGranted(f"({row}, {col})")
        self.given.add((row, col))

    def is_granted(self, row: int, col: int) -> bool:
        """Whether the corner is granted. Raises NotACorner."""
        if not self.is_corner(row, col):
            raise NotACorner(f"({row}, {col})")
        return (row, col) in self.given

    def corners(self) -> int:
        """How many corners are granted."""
        return len(self.given)

    def favoured(self) -> str:
        """Who gets the corners."""
        return self.weaker()

    def cell(self, row: int, col: int) -> str:
        """What is on a square at the start. Raises OutOfBounds off the board."""
        if not on_board(row, col):
            raise OutOfBounds(f"({row}, {col})")
        return self.board()[row][col]

    # What they are made of.

    def is_corner(self, row: int, col: int) -> bool:
        """Whether the square is a corner."""
        return (row, col) in CORNERS

    def weaker(self) -> str:
        """Who is the weaker player."""
        return BLACK

    def board(self) -> list[list[str]]:
        """The board at the start."""
        board = sound.Othello().starting_board()
        for row, col in self.given:
            board[row][col] = BLACK
        return board
