"""The end of a game and who wins."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import gameplay, reversi, slides, twente, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "game-over",
        "The game is over as soon as neither player has a valid move, and not before.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 3"),
            slides("Rules Continued, rule 8"),
            reversi("Play, after the examples"),
            wof("rule 8"),
            gameplay("introduction, paragraph 6"),
            gameplay("End of the Game, paragraph 1"),
        ),
    ),
    Rule(
        "early-end",
        "A game may end with squares still empty, even with discs of both colours on the board.",
        (
            slides("Rules Continued, note to rule 8"),
            reversi("Play, third of the situations in which the game ends"),
            wof("note to rule 8"),
        ),
    ),
    Rule(
        "full-board-ends",
        "The game is over when no square is empty.",
        (
            reversi("Objective"),
            reversi("Play, first of the situations in which the game ends"),
        ),
    ),
    Rule(
        "wipe-out-ends",
        "The game is over when one of the players has no disc left on the board.",
        (reversi("Play, second of the situations in which the game ends"),),
    ),
    Rule(
        "count",
        "At the end the discs of each colour on the board are counted.",
        (
            slides("Rules Continued, rule 8"),
            wof("rule 8"),
            gameplay("End of the Game, paragraph 2"),
        ),
    ),
    Rule(
        "majority",
        "The player with more discs of their colour on the board wins; empty squares count for"
        " nobody.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 3"),
            slides("Objective"),
            slides("Rules Continued, rule 8"),
            reversi("Objective"),
            reversi("Play, last paragraph"),
            wof("Object of the game"),
            wof("rule 8"),
            gameplay("End of the Game, paragraph 2"),
        ),
    ),
    Rule(
        "draw",
        "A game that ends with as many black discs as white is a draw.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 3"),
            reversi("Objective"),
            gameplay("End of the Game, paragraph 3"),
        ),
    ),
)
"""In the order in which one meets them."""
