"""Whose turn it is."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import gameplay, reversi, slides, twente, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "alternate",
        "The players move in turn, one move each.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 1"),
            reversi("Play, paragraph 1"),
            gameplay("introduction, paragraph 3"),
        ),
    ),
    Rule(
        "forfeit",
        "A player who has no valid move loses the turn, and the opponent, if able to move, plays"
        " again.",
        (
            twente("Othello, paragraph 1"),
            slides("Rules, rule 2"),
            reversi("Play, after the examples"),
            wof("rule 2"),
            gameplay("introduction, paragraphs 3 and 4"),
            gameplay("Valid Moves, paragraph 11"),
        ),
    ),
    Rule(
        "no-voluntary-forfeit",
        "A player who has a valid move must make one; the turn cannot be given away.",
        (
            twente("Rules, paragraph 1"),
            slides("Rules, rule 2"),
            wof("rule 2"),
            gameplay("introduction, paragraph 5"),
            gameplay("Valid Moves, paragraph 11"),
        ),
    ),
)
"""In the order in which one meets them."""
