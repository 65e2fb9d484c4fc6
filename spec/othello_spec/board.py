"""Board types: the vocabulary of the game.

What a square of the board holds, who plays, the squares, and the directions from one to the next.

Considerations:
    Rows and columns count from 0: a1 is Square(0, 0), h1 is Square(0, 7). Everything depends on
    SIZE, so that a smaller or larger board is the same specification with another constant. A
    Square is any pair of integers; those on the board are the elements of SQUARES.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

__all__ = [
    "BLACK",
    "CENTRE",
    "CORNERS",
    "DRAW",
    "EMPTY",
    "PLAYERS",
    "SIZE",
    "SQUARES",
    "WHITE",
    "Board",
    "Cell",
    "Direction",
    "Draw",
    "Player",
    "Square",
    "Winner",
]


class Cell(StrEnum):  # [two-sided-discs]
    """What a square holds: nothing, or one disc with its black or its white side up."""

    EMPTY = "empty"
    BLACK = "black"
    WHITE = "white"


EMPTY: Final = Cell.EMPTY
BLACK: Final = Cell.BLACK
WHITE: Final = Cell.WHITE

Player: TypeAlias = Literal[Cell.BLACK, Cell.WHITE]  # [two-players]
"""Who plays, named by the colour of their discs."""


PLAYERS: Final[frozenset[Player]] = frozenset({BLACK, WHITE})  # [two-players]
"""Both players."""


class Draw(StrEnum):
    """The result that no player wins."""

    DRAW = "draw"


DRAW: Final = Draw.DRAW

Winner: TypeAlias = Player | Draw
"""Who has more discs, or that neither has."""


class Square(NamedTuple):
    """A place in the grid, by row and column from 0; not necessarily on the board."""

    row: int
    col: int


class Step(NamedTuple):
    """The difference between a square and a neighbour: rows down, columns to the right."""

    drow: int
    dcol: int


class Direction(Step, Enum):  # [directions]
    """The eight directions of a line: horizontal, vertical and diagonal. North is towards row 0."""

    NORTH = (-1, 0)
    NORTHEAST = (-1, 1)
    EAST = (0, 1)
    SOUTHEAST = (1, 1)
    SOUTH = (1, 0)
    SOUTHWEST = (1, -1)
    WEST = (0, -1)
    NORTHWEST = (-1, -1)


Board: TypeAlias = Mapping[Square, Cell]  # [two-sided-discs]
"""What each of the SQUARES holds."""

SIZE: Final = 8  # [board-size]
"""The number of rows, and of columns: even, from 4 to 16."""

SQUARES: Final = frozenset(Square(r, c) for r in range(SIZE) for c in range(SIZE))  # [board-size]
"""The squares of the board."""

CENTRE: Final = frozenset(
    Square(r, c)
    for r in range(SIZE // 2 - 1, SIZE // 2 + 1)
    for c in range(SIZE // 2 - 1, SIZE // 2 + 1)
)  # [setup]
"""The four squares in the middle."""

CORNERS: Final = frozenset(
    {Square(0, 0), Square(0, SIZE - 1), Square(SIZE - 1, 0), Square(SIZE - 1, SIZE - 1)}
)  # [corners-safe]
"""The four squares that lie between no two others."""
