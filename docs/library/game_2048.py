"""2048: tiles slide to one side; two of the same value become one of twice the value.

Assumptions:
    init is called before any other access program.

Considerations:
    Which tile appears where is for the environment to choose: it calls appear.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from modspec import AbstractObject

__all__ = [
    "NONE",
    "SIZE",
    "Direction",
    "NothingMoves",
    "OutOfBounds",
    "Taken",
    "WrongTile",
    "appear",
    "greatest",
    "init",
    "is_over",
    "slide",
    "tile",
]  # fmt: skip

SIZE: Final = 3
"""The number of rows, and of columns."""

NONE: Final = 0
"""In place of a tile, where there is none."""


class Direction(StrEnum):
    """The sides to which tiles slide."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


Row: TypeAlias = tuple[int, ...]  # [tiles]
"""Tiles from the left to the right, or from the top to the bottom."""

Board: TypeAlias = tuple[Row, ...]  # [tiles]
"""The rows, from the top to the bottom."""


class NothingMoves(Exception):  # [must-move]
    """No tile can slide to this side."""


class OutOfBounds(Exception):  # [tiles]
    """There is no such place."""


class Taken(Exception):  # [appear]
    """There is a tile at the place."""


class WrongTile(Exception):  # [appear]
    """Only a 2 or a 4 appears."""


class Game(AbstractObject):
    """The one game of the module."""

    board: Board  # [tiles]
    """The tile at each place."""


def invariant(game: Game) -> bool:
    """The board is a square of tiles."""
    return len(game.board) == SIZE and all(
        len(row) == SIZE and all(t == NONE or t >= 2 for t in row) for row in game.board
    )  # [tiles]


def init() -> Game:
    """Begin without tiles."""
    return Game(
        board=tuple(tuple(NONE for c in range(SIZE)) for r in range(SIZE))
    )  # [begins-empty]


def appear(game: Game, row: int, col: int, value: int) -> Game:
    """A tile appears at a place."""
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        raise OutOfBounds  # [tiles]
    if game.board[row][col] != NONE:
        raise Taken  # [appear]
    if value not in {2, 4}:
        raise WrongTile  # [appear]
    return Game(
        board=tuple(
            tuple(value if r == row and c == col else game.board[r][c] for c in range(SIZE))
            for r in range(SIZE)
        )  # [appear]
    )


def slide(game: Game, direction: Direction) -> Game:
    """All tiles slide to one side."""
    if slid(game.board, direction) == game.board:
        raise NothingMoves  # [must-move]
    return Game(board=slid(game.board, direction))  # [slide]


def tile(game: Game, row: int, col: int) -> int:
    """The tile at a place, or NONE."""
    if not (0 <= row < SIZE and 0 <= col < SIZE):
        raise OutOfBounds  # [tiles]
    return game.board[row][col]  # [tiles]


def greatest(game: Game) -> int:
    """The greatest tile on the board, or NONE."""
    return max(t for row in game.board for t in row)  # [greatest]


def is_over(game: Game) -> bool:
    """Whether every place has a tile, and none can slide."""
    return all(t != NONE for row in game.board for t in row) and all(
        slid(game.board, d) == game.board for d in Direction
    )  # [game-over]


def slid(board: Board, direction: Direction) -> Board:
    """The board when its tiles have slid to one side."""
    return (
        pressed(board)
        if direction == Direction.LEFT  # [slide]
        else mirrored(pressed(mirrored(board)))
        if direction == Direction.RIGHT  # [slide]
        else turned(pressed(turned(board)))
        if direction == Direction.UP  # [slide]
        else turned(mirrored(pressed(mirrored(turned(board)))))  # [slide]
    )


def pressed(board: Board) -> Board:
    """The board when its tiles have slid to the left."""
    return tuple(filled(merged(tuple(t for t in row if t != NONE))) for row in board)  # [slide]


def merged(row: Row) -> Row:
    """Tiles without gaps, when each two of the same value have become one, from the left."""
    return (
        row
        if len(row) < 2  # [merge]
        else (2 * row[0], *merged(row[2:]))
        if row[0] == row[1]  # [merge]
        else (row[0], *merged(row[1:]))  # [merge]
    )


def filled(row: Row) -> Row:
    """Tiles without gaps, with nothing behind them up to the edge."""
    return (*row, *tuple(NONE for k in range(SIZE - len(row))))  # [slide]


def mirrored(board: Board) -> Board:
    """The board with left and right exchanged."""
    return tuple(tuple(row[SIZE - 1 - c] for c in range(SIZE)) for row in board)  # [slide]


def turned(board: Board) -> Board:
    """The board with rows and columns exchanged."""
    return tuple(tuple(board[r][c] for r in range(SIZE)) for c in range(SIZE))  # [slide]
