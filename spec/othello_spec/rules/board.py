"""The board and the players."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import gameplay, reversi, slides, twente, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "board-size",
        "The board has eight rows of eight squares.",
        (
            slides("Othello Game"),
            slides("Rules Continued, note to rule 8"),
            reversi("Board"),
            wof("figure 1"),
            wof("note to rule 8"),
        ),
    ),
    Rule(
        "two-players",
        "Two play against each other: Black and White.",
        (
            twente("Othello, paragraph 1"),
            slides("Othello Game"),
            reversi("Overview"),
            reversi("Board"),
            gameplay("introduction, paragraph 1"),
        ),
    ),
    Rule(
        "two-sided-discs",
        "A disc is black on one side and white on the other; a square is empty or holds one disc,"
        " which counts for the colour that faces up.",
        (
            slides("Objective"),
            slides("Things to consider, item 1"),
            reversi("Board"),
            wof("Object of the game"),
        ),
    ),
    Rule(
        "setup",
        "A game starts with four discs in the centre and no others, like colours touching"
        " diagonally: white on d4 and e5, black on e4 and d5.",
        (
            twente("Setup; its picture is missing"),
            slides("Starting board"),
            reversi("Board; its picture is missing"),
            wof("A minute to learn, figure 1"),
        ),
    ),
    Rule(
        "black-first",
        "Black has the first turn.",
        (
            twente("Rules, paragraph 1"),
            slides("Starting board"),
            slides("Rules, rule 1"),
            reversi("Play, paragraph 1"),
            wof("rule 1"),
            gameplay("introduction, paragraph 2"),
            gameplay("Valid Moves, paragraph 1"),
        ),
    ),
)
"""In the order in which one meets them."""
