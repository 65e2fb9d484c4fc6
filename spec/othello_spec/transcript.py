"""Transcripts: squares, move lists and boards as people write them.

Squares are written column first: ``a1`` is row 0, column 0, and ``c5`` is row 4, column 2. These are
readers and writers, no part of the rules, hence ordinary Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

from othello_spec.board import BLACK, EMPTY, SIZE, SQUARES, WHITE, Board, Cell, Square

LETTERS = {EMPTY: ".", BLACK: "B", WHITE: "W"}
"""What stands for each content of a square in a diagram."""

_CELLS: dict[str, Cell] = {
    **{letter: cell for cell, letter in LETTERS.items()},
    **{"-": EMPTY, "b": BLACK, "w": WHITE, "X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE},
}


def name(square: Square) -> str:
    """The name of a square: ``c5``; of one that is off the board, its row and column."""
    if square in SQUARES:
        return f"{ascii_lowercase[square.col]}{square.row + 1}"
    return f"({square.row}, {square.col})"


def square(text: str) -> Square:
    """The square that a name such as ``c5`` or ``C5`` names; ValueError if it names none."""
    match = re.fullmatch(r"([a-z])([0-9]{1,2})", text.strip().lower())
    if match:
        found = Square(int(match[2]) - 1, ascii_lowercase.index(match[1]))
        if found in SQUARES:
            return found
    last = f"{ascii_lowercase[SIZE - 1]}{SIZE}"
    raise ValueError(
        f"{text!r} names no square; write a column letter and a row, from a1 to {last}"
    )


def moves(text: str) -> tuple[Square, ...]:
    """The squares of a move list, ``f5 d6 c3`` or ``f5d6c3``; ValueError names the ply that is wrong."""
    result = []
    pieces = re.findall(r"[A-Za-z][0-9]+|[^\s,;]+", text)
    for ply, piece in enumerate(pieces, start=1):
        try:
            result.append(square(piece))
        except ValueError as error:
            raise ValueError(f"move {ply} of {text!r}: {error}") from None
    return tuple(result)


def move_list(squares: Iterable[Square]) -> str:
    """The squares as a move list: ``f5 d6 c3``."""
    return " ".join(name(each) for each in squares)


def read_board(text: str) -> Board:
    """The board of a diagram: a line a row, ``.`` or ``-`` empty, ``B`` or ``X`` black, ``W`` or ``O`` white.

    Spaces, and lines that are empty, do not count. ValueError names the row that is wrong.
    """
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(rows) != SIZE:
        raise ValueError(f"a board has {SIZE} rows; the diagram has {len(rows)}")
    board = {}
    for r, row in enumerate(rows):
        if len(row) != SIZE or set(row) - set(_CELLS):
            raise ValueError(f"row {r + 1} of the diagram is {row!r}; it takes {SIZE} of . B W")
        for c, letter in enumerate(row):
            board[Square(r, c)] = _CELLS[letter]
    return board
