"""The discs that the players place from."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import design, gameplay, slides, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "supply",
        "Each player starts out with 32 discs and places their moves from these; two of them go"
        " into the starting position.",
        (
            slides("Objective"),
            wof("A minute to learn, paragraph 1"),
            gameplay("introduction, paragraph 2"),
        ),
    ),
    Rule(
        "disc-given",
        "A player who has run out of discs on a turn where a move is possible is given one by the"
        " opponent.",
        (
            slides("Rules Continued, rule 7"),
            gameplay("Valid Moves, paragraph 13"),
        ),
    ),
    Rule(
        "nobody-has-discs",
        "To take a disc when neither player has one left is NoDiscs; in a game it cannot happen, as"
        " there is a disc for every square.",
        (design("supply: take"),),
    ),
)
"""In the order in which one meets them."""
