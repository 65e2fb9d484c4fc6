"""A move: where a disc may be placed, and which discs it flips."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import gameplay, reversi, slides, twente, wof

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "own-disc",
        "A move puts exactly one disc on the board, with the mover's colour up.",
        (
            twente("Rules, paragraph 1"),
            reversi("Play, paragraph 2"),
            gameplay("Valid Moves, paragraph 2"),
        ),
    ),
    Rule(
        "place-on-empty",
        "A disc may be placed only on an empty square.",
        (
            twente("Rules, paragraph 1"),
            reversi("Play, paragraph 2"),
        ),
    ),
    Rule(
        "must-capture",
        "A disc may be placed only where it outflanks, and so flips, one or more of the"
        " opponent's discs.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 1"),
            slides("Rules, rule 2"),
            reversi("Play, paragraph 2"),
            wof("A minute to learn, what a move consists of"),
            wof("rule 2"),
            gameplay("Valid Moves, paragraphs 2 and 11"),
        ),
    ),
    Rule(
        "outflank",
        "A row of the opponent's discs is outflanked when the disc just placed bounds it at one"
        " end and a disc of the mover's that was already there bounds it at the other.",
        (
            twente("Rules, paragraph 2"),
            slides("Scoring"),
            reversi("Play, paragraph 3"),
            wof("A minute to learn, definition of outflanking and example"),
            gameplay("Valid Moves, paragraphs 3 and 5 to 8"),
        ),
    ),
    Rule(
        "any-length",
        "A row that is outflanked may consist of any number of discs, from one upwards.",
        (
            slides("Scoring"),
            slides("Rules Continued, rule 3"),
            wof("A minute to learn, definition of outflanking and example"),
            gameplay("Valid Moves, paragraphs 3 to 8"),
        ),
    ),
    Rule(
        "directions",
        "Rows run horizontally, vertically and diagonally, and one move may capture in any number"
        " of directions at once.",
        (
            twente("Rules, paragraph 2"),
            slides("Scoring"),
            slides("Rules Continued, rule 3"),
            reversi("Play, paragraph 3 and example 1"),
            wof("figures 2 and 3"),
            gameplay("Valid Moves, paragraph 4"),
        ),
    ),
    Rule(
        "no-gaps",
        "The discs of a row lie side by side: an empty square between the two discs that should"
        " bound it means that nothing is captured along that line.",
        (
            twente("Rules, paragraph 2, figure 1: e6 does not capture e5"),
            slides("Rules Continued, rule 3"),
            reversi("Play, notice in paragraph 3, and example 2"),
            gameplay("Valid Moves, paragraph 5"),
        ),
    ),
    Rule(
        "no-skipping",
        "The row ends at the first disc of the mover's own colour: what lies beyond that disc is"
        " not captured.",
        (
            slides("Rules Continued, rule 4"),
            wof("rule 4, figure 4"),
            gameplay("Valid Moves, paragraph 5"),
        ),
    ),
    Rule(
        "direct-line",
        "Only rows that start at the disc just placed are captured. Discs that are flipped"
        " outflank nothing themselves, so captures do not chain.",
        (
            slides("Rules Continued, rule 5"),
            reversi("Play, paragraph 3"),
            wof("rule 5, figures 5 and 6"),
            gameplay("Valid Moves, paragraph 10"),
        ),
    ),
    Rule(
        "capture-all",
        "Every disc that a move outflanks is flipped to the mover's colour. The mover may not"
        " spare any, not even when sparing it would pay.",
        (
            twente("Rules, paragraph 2, figure 1: e6 with a white disc on e4"),
            slides("Rules Continued, rule 6"),
            reversi("Play, paragraph 3 and example 1"),
            wof("A minute to learn, example"),
            wof("rule 6"),
            gameplay("Valid Moves, paragraph 9"),
        ),
    ),
    Rule(
        "opponents-only",
        "A move flips discs of the opponent's and no others.",
        (
            twente("Rules, paragraphs 1 and 2"),
            slides("Scoring"),
            reversi("Play, paragraph 3"),
            wof("A minute to learn, what a move consists of"),
            gameplay("Valid Moves, paragraphs 2 and 3"),
        ),
    ),
    Rule(
        "discs-stay",
        "A disc that lies on a square stays on that square to the end of the game; it is neither"
        " moved nor taken off, and at most changes colour.",
        (
            wof("rule 7"),
            gameplay("Valid Moves, paragraph 12"),
        ),
    ),
    Rule(
        "corners-safe",
        "A disc in a corner is never captured, since a corner lies between no two other squares.",
        (twente("Rules, paragraph 2"),),
    ),
)
"""In the order in which one meets them."""
