"""What a module for the state of a game offers."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import design, mis, slides

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "abstract-object",
        "One abstract object holds what lies on the board and how the game stands.",
        (
            slides("Othello Module, item 1"),
            slides("Things to consider, items 1 and 3"),
        ),
    ),
    Rule(
        "initialise",
        "An access program sets up the board for a new game, whatever went before; it is called"
        " before any other.",
        (
            slides("Things to consider, item 4"),
            mis("checklist, Module Classifications: abstract objects"),
        ),
    ),
    Rule(
        "whose-turn",
        "A state variable records whose turn it is.",
        (slides("Things to consider, item 2"),),
    ),
    Rule(
        "inspect-cell",
        "An access program tells what any one square of the board holds.",
        (slides("Things to consider continued, item 2"),),
    ),
    Rule(
        "valid-moves",
        "An access program tells whether a move is valid, for either player, on turn or not.",
        (
            slides("Things to consider continued, item 1"),
            design("the game: is_valid_move and has_valid_moves"),
        ),
    ),
    Rule(
        "any-valid-moves",
        "An access program tells whether a given player, on turn or not, has any valid move.",
        (
            slides("Things to consider continued, item 5"),
            design("the game: is_valid_move and has_valid_moves"),
        ),
    ),
    Rule(
        "status-over",
        "An access program tells whether the game is over.",
        (slides("Things to consider continued, item 4"),),
    ),
    Rule(
        "who-is-winning",
        "An access program tells who is ahead in any state of the board, not only at the end.",
        (slides("Things to consider continued, item 3"),),
    ),
    Rule(
        "on-board",
        "A row and a column, counted from 0, must name a square of the board. To place or inspect"
        " a disc anywhere else is OutOfBounds; no move there is valid.",
        (
            slides("Othello Game, for the size of the board"),
            design("the game: move, cell and is_valid_move"),
        ),
    ),
    Rule(
        "assumed-over",
        "What turn answers once the game is over is left open: its callers assume that the game"
        " is still on.",
        (design("the game: turn"),),
    ),
    Rule(
        "failed-call",
        "A call that raises an exception leaves the state as it was.",
        (
            mis("template, Access Routine Semantics: exception"),
            design("the game: move"),
        ),
        scope="The notation gives it to every access program alike, so no clause repeats it.",
    ),
    Rule(
        "queries-pure",
        "An access program that has an output and no transition leaves the state as it was.",
        (
            mis("template, Access Routine Semantics: transition and output"),
            mis("checklist, MIS Semantics: transition or output"),
        ),
        scope="The notation gives it to every access program alike, so no clause repeats it.",
    ),
    Rule(
        "not-this-module",
        "To draw the board, to run the course of play and to choose moves for a computer player"
        " is the work of other modules.",
        (slides("Othello Module, item 2"),),
        scope="It says what the module leaves out, and no clause states what is not there.",
    ),
)
"""In the order in which one meets them."""
