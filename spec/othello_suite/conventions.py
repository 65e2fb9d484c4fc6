"""Conventions: how programs that play Othello may differ without being wrong, if they declare it.

Clubs differ in who begins and in which diagonal is white. A program, or its caller, passes a
forfeited turn. Squares are counted from 0 or from 1, or have names. Some programs leave it to the
caller of ``move`` to check ``is_valid_move`` first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from modcheck.testing.conventions import Convention, ConventionValue
from modspec.run.machine import Call
from othello_spec.board import SIZE, Square
from othello_spec.records.squares import name, on_board

SQUARE_CALLS: Final = ("move", "is_valid_move", "cell")
"""The access programs whose first two arguments are a square."""

_OFF_BY_ONE: Final = frozenset(
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
"""The rules that seem to be broken if all squares are one row and one column off."""


def _translate_squares(
    translate: Callable[[int, int], tuple[Any, ...] | None],
) -> Callable[[Call], Call | None]:
    """Return a translation of calls that replaces row and column; None: there is no such call."""

    def translate_call(call: Call) -> Call | None:
        if call.routine not in SQUARE_CALLS:
            return call
        row, col, *rest = call.arguments
        place = translate(row, col)
        return None if place is None else replace(call, arguments=(*place, *rest))

    return translate_call


def conventions(size: int = SIZE) -> tuple[Convention, ...]:
    """Return the conventions of the ``othello`` module on a board of a size."""

    def square_name(row: int, col: int) -> tuple[str] | None:
        square = Square(row, col)
        return (name(square, size),) if on_board(square, size) else None

    mirror_columns = _translate_squares(lambda row, col: (row, size - 1 - col))
    return (
        Convention(
            "first",
            "who has the first turn",
            {
                "black": ConventionValue("Black, as the sources have it"),
                "white": ConventionValue(
                    "White",
                    change=("init", "BLACK", "WHITE"),
                    translate_in_game=mirror_columns,
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
                    translate_in_game=mirror_columns,
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
            "how a call names a square",
            {
                "0-based": ConventionValue("by row and column, counted from 0"),
                "1-based": ConventionValue(
                    "by row and column, counted from 1",
                    translate=_translate_squares(lambda row, col: (row + 1, col + 1)),
                    mistaken_for=_OFF_BY_ONE,
                ),
                "named": ConventionValue(
                    "by its name, d3; squares off the board have none",
                    translate=_translate_squares(square_name),
                ),
            },
        ),
        Convention(
            "illegal",
            "what happens to a move that is against the rules",
            {
                "refused": ConventionValue("it raises an exception and changes nothing"),
                "trusted": ConventionValue(
                    "undefined: move trusts its caller, and the checker makes no such move",
                    trusted=frozenset({"move"}),
                    mistaken_for=frozenset({"must-capture", "place-on-empty"}),
                ),
            },
        ),
    )
