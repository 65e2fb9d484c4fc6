"""Conventions: how programs that play Othello differ without being wrong, as long as they say so.

Which player begins and which diagonal is white differ between clubs; a forfeited turn is passed by the program or by
its caller; squares are counted from 0 or from 1, or have names; and many a ``move`` trusts its caller to have asked
``is_valid_move`` before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from modcheck.testing.conventions import Convention, ConventionValue
from modspec.run.machine import Call
from othello_spec.board import SIZE, Square
from othello_spec.records.squares import name, on_board

SQUARE_CALLS: Final = ("move", "is_valid_move", "cell")
"""The access programs whose first two arguments are a square."""


SHIFTED: Final = frozenset(
    {
        "on-board",
        "inspect-cell",
        "setup",
        "own-disc",
        "discs-stay",
        "direct-line",
        "capture-all",
        "valid-moves",
        "must-capture",
        "place-on-empty",
    }
)
"""The rules that seem to be broken where all squares are one row and one column off."""


def mirror_columns(size: int = SIZE) -> Callable[[Call], Call]:
    """A call about the square on the other side of the board: column h for column a."""

    def other(call: Call) -> Call:
        if call.routine not in SQUARE_CALLS:
            return call
        row, col, *rest = call.arguments
        return replace(call, arguments=(row, size - 1 - col, *rest))

    return other


def count_from_one(call: Call) -> Call:
    """A call with rows and columns counted from 1."""
    if call.routine not in SQUARE_CALLS:
        return call
    row, col, *rest = call.arguments
    return replace(call, arguments=(row + 1, col + 1, *rest))


def name_square(size: int = SIZE) -> Callable[[Call], Call | None]:
    """A call with the name of the square in place of row and column, if it has one."""

    def with_name(call: Call) -> Call | None:
        if call.routine not in SQUARE_CALLS:
            return call
        row, col, *rest = call.arguments
        square = Square(row, col)
        return (
            replace(call, arguments=(name(square, size), *rest)) if on_board(square, size) else None
        )

    return with_name


def conventions(size: int = SIZE) -> tuple[Convention, ...]:
    """The conventions of the ``othello`` module on a board of that size."""
    other_side = mirror_columns(size)
    return (
        Convention(
            "first",
            "who has the first turn",
            {
                "black": ConventionValue("Black, as the sources have it"),
                "white": ConventionValue(
                    "White",
                    change=("init", "BLACK", "WHITE"),
                    translate_in_game=other_side,
                    mistaken_for=frozenset({"black-first"}),
                ),
            },
        ),
        Convention(
            "start",
            "which diagonal of the centre is white at the start",
            {
                "standard": ConventionValue("d4 and e5, as the sources have it"),
                "mirrored": ConventionValue(
                    "e4 and d5",
                    change=(
                        "starting_cell",
                        "square.row == square.col",
                        "square.row != square.col",
                    ),
                    translate_in_game=other_side,
                    mistaken_for=frozenset({"setup"}),
                ),
            },
        ),
        Convention(
            "forfeits",
            "what happens when the player whose turn it is cannot move",
            {
                "automatic": ConventionValue("the turn goes back by itself"),
                "pass": ConventionValue(
                    "the player passes, by pass_turn: the passing module is checked",
                    module="passing",
                    mistaken_for=frozenset({"forfeit", "alternate"}),
                ),
            },
        ),
        Convention(
            "squares",
            "how a square is told",
            {
                "0-based": ConventionValue("by row and column, counted from 0"),
                "1-based": ConventionValue(
                    "by row and column, counted from 1",
                    translate=count_from_one,
                    mistaken_for=SHIFTED,
                ),
                "named": ConventionValue(
                    "by its name, d3; squares off the board have none", translate=name_square(size)
                ),
            },
        ),
        Convention(
            "illegal",
            "what becomes of a move that is against the rules",
            {
                "refused": ConventionValue("it raises an exception and changes nothing"),
                "trusted": ConventionValue(
                    "nobody knows: move trusts its caller, and no such move is made",
                    trusted=frozenset({"move"}),
                    mistaken_for=frozenset({"must-capture", "place-on-empty"}),
                ),
            },
        ),
    )
