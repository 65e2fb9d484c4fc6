"""Idioms: ways in which real programs play Othello wrongly that are more than one slip in a rule.

Each replaces what one function of the specification returns, so that the checker can compare a
program with it, as with a mutant.
"""

from __future__ import annotations

from typing import Final

from modcheck.testing.test_model import Idiom

LINES: Final = "othello_spec.lines"
GAME: Final = "othello_spec.othello"

IDIOMS: Final = (
    Idiom(
        LINES,
        "along",
        "Square((square.row + steps * direction.drow) % SIZE,"
        " (square.col + steps * direction.dcol) % SIZE)",
        ("direct-line",),
        "a line goes on at the opposite edge",
    ),
    Idiom(
        LINES,
        "along",
        "Square((square.row * SIZE + square.col + steps * (direction.drow * SIZE + direction.dcol))"
        " // SIZE, (square.row * SIZE + square.col + steps * (direction.drow * SIZE"
        " + direction.dcol)) % SIZE)",
        ("direct-line",),
        "a line goes on in the next row",
    ),
    Idiom(
        LINES,
        "along",
        "Square((square.row + steps * direction.drow) % SIZE, square.col + steps * direction.dcol)",
        ("direct-line",),
        "a line goes on from the top row to the bottom row",
    ),
    Idiom(
        LINES,
        "brackets",
        "k > 1 and all(along(square, direction, j) in SQUARES"
        " and board[along(square, direction, j)] not in (EMPTY, player) for j in range(1, k))"
        " and (along(square, direction, k) not in SQUARES"
        " or board[along(square, direction, k)] == player)",
        ("outflank",),
        "the edge of the board closes a row of discs",
    ),
    Idiom(
        LINES,
        "brackets",
        "k > 1 and all(along(square, direction, j) in SQUARES"
        " and board[along(square, direction, j)] not in (EMPTY, player) for j in range(1, k))"
        " and (along(square, direction, k) not in SQUARES"
        " or board[along(square, direction, k)] != opponent(player))",
        ("outflank",),
        "a row of discs needs no disc that closes it",
    ),
)
"""The idioms, by what they get wrong."""
