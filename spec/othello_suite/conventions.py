"""Conventions: how programs that play Othello may differ without being wrong, if they declare it.

Clubs differ in who begins and in which diagonal is white. A program, or its caller, passes a
forfeited turn; some games end only after two passes. Squares are counted from 0 or from 1, or have
names; exceptions have other names. Some programs leave it to the caller of ``move`` to check
``is_valid_move`` first, crash off the board, say only of the player on turn where a move is valid,
or know a winner only at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from modcheck.system.implementation import Reply
from modcheck.testing.conventions import Closing, Convention, ConventionValue
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


EXCEPTIONS: Final = ("InvalidMove", "OutOfBounds", "InvalidPass")
"""The exceptions of the access programs."""


def _renamed_exceptions(text: str) -> ConventionValue | None:
    """Return the value that renames exceptions, as in ``IllegalMove:InvalidMove,OffBoard:...``."""
    pairs = [each.partition(":") for each in text.split(",")]
    names = {own.strip(): due.strip() for own, _, due in pairs}
    if not all(own and due in EXCEPTIONS for own, due in names.items()):
        return None
    due_names = {_without_ending(own): due for own, due in names.items()}
    meant = " and ".join(f"{own} for {due}" for own, due in names.items())

    def read_reply(call: Call, reply: Reply) -> Reply:
        del call
        due = due_names.get(_without_ending(reply.exception or ""))
        return reply if due is None else replace(reply, exception=due)

    return ConventionValue(f"by names of its own: {meant}", read_reply=read_reply)


def _without_ending(name: str) -> str:
    """Return the name of an exception as the starter kits report it."""
    return re.sub(r"(?<=.)(Exception|Error)$", "", name)


def conventions(size: int = SIZE) -> tuple[Convention, ...]:
    """Return the conventions of the ``othello`` module on a board of a size."""

    def square_name(row: int, col: int) -> tuple[str] | None:
        square = Square(row, col)
        return (name(square, size),) if on_board(square, size) else None

    def read_crash(call: Call, reply: Reply) -> Reply:
        if call.routine not in SQUARE_CALLS or on_board(Square(*call.arguments[:2]), size):
            return reply
        if reply.exception is None and not (reply.fault is not None and reply.goes_on):
            return reply
        is_query = call.routine == "is_valid_move"
        return Reply(output=False) if is_query else Reply(exception="OutOfBounds")

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
                "two-passes": ConventionValue(
                    "the player passes, and a game in which nobody can move ends with two passes",
                    module="passing",
                    assumptions={
                        "pass_turn": "not game_over({state})",
                        "is_valid_pass": "not game_over({state})",
                    },
                    closing=Closing("game_over", (Call("pass_turn"), Call("pass_turn"))),
                    mistaken_for=frozenset({"forfeit", "alternate", "game-over"}),
                ),
            },
        ),
        Convention(
            "off-board",
            "what happens to a call about a square off the board",
            {
                "refused": ConventionValue("it raises OutOfBounds, or says that no move is valid"),
                "crash": ConventionValue(
                    "the program may raise any exception, an IndexError for example",
                    read_reply=read_crash,
                    mistaken_for=frozenset({"on-board"}),
                    untested=frozenset({"on-board"}),
                ),
                "trusted": ConventionValue(
                    "undefined: the program trusts its caller, and the checker asks about no such "
                    "square",
                    translate=_translate_squares(
                        lambda row, col: (row, col) if on_board(Square(row, col), size) else None
                    ),
                    mistaken_for=frozenset({"on-board"}),
                    untested=frozenset({"on-board"}),
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
        Convention(
            "exceptions",
            "how exceptions are called",
            {"standard": ConventionValue("InvalidMove, OutOfBounds and InvalidPass")},
            open_value=_renamed_exceptions,
            open_form="IllegalMove:InvalidMove,BadSquare:OutOfBounds",
        ),
        Convention(
            "valid-moves",
            "about which player is_valid_move and has_valid_moves are asked",
            {
                "either": ConventionValue("about either player, on turn or not"),
                "on-turn": ConventionValue(
                    "only about the player whose turn it is",
                    assumptions={
                        "is_valid_move": "player == {state}.turn",
                        "has_valid_moves": "player == {state}.turn",
                    },
                    mistaken_for=frozenset({"valid-moves", "any-valid-moves"}),
                    untested=frozenset({"valid-moves", "any-valid-moves"}),
                ),
            },
        ),
        Convention(
            "winner",
            "when winner is asked",
            {
                "always": ConventionValue("in every state, also in the middle of a game"),
                "at-end": ConventionValue(
                    "only when the game is over",
                    assumptions={"winner": "game_over({state})"},
                    untested=frozenset({"who-is-winning"}),
                ),
            },
        ),
    )
