"""Squares by their names, column first: ``a1`` is row 0, column 0; ``c5`` is row 4, column 2."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase
from typing import Final

from othello_spec.board import SIZE, Square
from othello_spec.records.malformed import Malformed, quote

SIZES: Final = range(4, 17, 2)
"""The numbers of rows, and of columns, that a board may have: even, from 4 to 16."""

SIZE_VARIABLE: Final = "OTHELLO_SIZE"
"""The environment variable that gives an implementation the size before it starts."""


def check_size(size: int) -> int:
    """Return the size. Raises ValueError if no board has it."""
    if size not in SIZES:
        raise ValueError(f"there is no board of {size}x{size}; sizes are even, from 4 to 16")
    return size


def on_board(square: Square, size: int = SIZE) -> bool:
    """Whether the square is on a board of that size."""
    return 0 <= square.row < size and 0 <= square.col < size


def name(square: Square, size: int = SIZE) -> str:
    """Return the name of a square: ``c5``; off the board, its row and column."""
    if on_board(square, size):
        return f"{ascii_lowercase[square.col]}{square.row + 1}"
    return f"({square.row}, {square.col})"


def square(text: str, size: int = SIZE) -> Square:
    """Return the square of a name such as ``c5`` or ``C5``. Raises Malformed if it names none."""
    found = by_name(size).get(text.strip().lower())
    if found is None or not text.isascii():  # K, the sign of the kelvin, is a k in lower case
        raise no_square(text, size)
    return found


@cache
def by_name(size: int = SIZE) -> Mapping[str, Square]:
    """Return the squares of the board, by their names."""
    lines = range(check_size(size))
    return {name(Square(r, c), size): Square(r, c) for r in lines for c in lines}


def no_square(text: str, size: int = SIZE, ply: int | None = None) -> Malformed:
    """Return the error that a text names no square."""
    last = name(Square(size - 1, size - 1), size)
    return Malformed(
        f"{quote(text)} names no square",
        f"write a column letter and a row, from a1 to {last}",
        ply=ply,
    )
