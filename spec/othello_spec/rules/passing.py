"""Passing as a move."""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rule
from othello_spec.rules.sources import twente

__all__ = ["RULES"]

RULES: Final = (
    Rule(
        "passing-move",
        "A turn is one move, and a move either places a disc or is a pass.",
        (twente("Rules, paragraph 1"),),
    ),
    Rule(
        "forced-pass-only",
        "A player passes when unable to place a disc while the opponent could place one, and in"
        " no other situation.",
        (
            twente("Othello, paragraph 1"),
            twente("Rules, paragraph 1"),
        ),
    ),
)
"""In the order in which one meets them."""
