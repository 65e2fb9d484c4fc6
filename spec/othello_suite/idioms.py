"""Idioms: ways in which real programs play Othello wrongly that are more than one slip in a rule.

Each replaces what one function of the specification returns, so that the checker can compare a
program with it, as with a mutant.
"""

from __future__ import annotations

from typing import Final

from modcheck.testing.test_model import Idiom

LINES: Final = "othello_spec.lines"
GAME: Final = "othello_spec.othello"

_ROW: Final = "(square.row + steps * direction.drow)"
_COLUMN: Final = "(square.col + steps * direction.dcol)"
"""The row and the column of a square on a line."""
_FROM_THE_END: Final = "({0} % SIZE if {0} < 0 else {0})"
"""An index as Python takes it, if the code does not check for negative numbers."""

IDIOMS: Final = (
    Idiom(
        LINES,
        "along",
        f"Square({_ROW} % SIZE, {_COLUMN} % SIZE)",
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
        f"Square({_FROM_THE_END.format(_ROW)}, {_FROM_THE_END.format(_COLUMN)})",
        ("direct-line",),
        "a negative row or column is counted from the end",
    ),
    Idiom(
        LINES,
        "along",
        f"Square({_FROM_THE_END.format(_ROW)}, {_COLUMN})",
        ("direct-line",),
        "a negative row is counted from the end",
    ),
    Idiom(
        LINES,
        "along",
        f"Square({_ROW}, {_FROM_THE_END.format(_COLUMN)})",
        ("direct-line",),
        "a negative column is counted from the end",
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
    Idiom(
        LINES,
        "flips",
        "{along(square, d, j) for d in Direction for k in range(2, SIZE)"
        " if along(square, d, k) in SQUARES and board[along(square, d, k)] == player"
        " and all(board[along(square, d, j)] != player for j in range(1, k))"
        " for j in range(1, k) if board[along(square, d, j)] == opponent(player)}",
        ("no-gaps",),
        "empty squares may lie in a row of discs",
    ),
)
"""The idioms, by what they get wrong."""

GUESSES: Final = (
    Idiom(
        GAME,
        "next_turn",
        "opponent(player) if can_move(board, player) else player",
        ("forfeit",),
        "the turn stays if the mover has no valid move",
    ),
    Idiom(
        LINES,
        "brackets",
        "k > 1 and along(square, direction, k) in SQUARES"
        " and all(board[along(square, direction, j)] not in (EMPTY, player) for j in range(1, k))"
        " and board[along(square, direction, k)] != opponent(player)",
        ("outflank",),
        "an empty square closes a row of discs",
    ),
)
"""More idioms, which only serve to word a hint."""
