"""Corners for the weaker player."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import design, gameplay

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "weaker-first",
        "Between players of unequal experience the less experienced one moves first, hence plays"
        " Black.",
        (gameplay("Handicaps, paragraph 1"),),
    ),
    Rule(
        "corner-handicap",
        "A stronger player may grant the weaker one discs in corners before the game starts: four"
        " where they differ greatly, one to three where they differ less.",
        (gameplay("Handicaps, paragraphs 2 and 3"),),
    ),
    Rule(
        "granted-once",
        "Corners are granted one by one, in any order, and each at most once: which they are is the"
        " caller's choice.",
        (design("handicap: which corners"),),
    ),
    Rule(
        "corners-from-supply",
        "The discs in granted corners come out of the supply of the player who gets them, so that"
        " there is a disc for every square and no more.",
        (design("handicap: whose discs"),),
    ),
)
"""In the order in which one meets them."""
