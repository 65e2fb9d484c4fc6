"""A whole match."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import design, gameplay, slides, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "choose-colour",
        "Each player takes one of the two colours before the game and keeps it to the end.",
        (
            slides("Objective"),
            wof("A minute to learn, paragraph 1"),
            gameplay("introduction, paragraph 1"),
        ),
        scope="Players have no names in the modules: what is said of Black and of White is said of"
        " whoever took that colour, from init to the end.",
    ),
    Rule(
        "match-begins",
        "Corners are granted before the first turn begins, and moves are made after; nothing is"
        " granted once a match has begun.",
        (
            gameplay("Handicaps, paragraph 2"),
            design("match: its beginning"),
        ),
    ),
    Rule(
        "empty-squares",
        "Where a score is recorded as tournaments do, the squares that are empty at the end count for"
        " the winner, and a draw is half of the board for each player.",
        (design("match: two ways to count a score"),),
    ),
)
"""In the order in which one meets them."""
