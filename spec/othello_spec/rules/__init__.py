"""Rules: everything that the sources say about Othello, each rule under an id.

Clauses, tests and verdicts cite the id. The wording is ours throughout. Where the sources differ
or are silent, the rule says what this project decided and cites ``design``. The rules come in the
order in which one meets them: the board, a move, the turn, the end, the module, and then what other
modules add to the game.
"""

from __future__ import annotations

from typing import Final

from modspec.syntax.rulebook import Rulebook
from othello_spec.rules import (
    board,
    clock,
    end,
    handicap,
    match,
    module,
    moves,
    passing,
    supply,
    turns,
)
from othello_spec.rules.sources import SOURCES

__all__ = ["RULES"]

RULES: Final = Rulebook(
    SOURCES,
    (
        *board.RULES,
        *moves.RULES,
        *turns.RULES,
        *end.RULES,
        *module.RULES,
        *passing.RULES,
        *supply.RULES,
        *clock.RULES,
        *handicap.RULES,
        *match.RULES,
    ),
)
"""Every rule that the sources state, and the sources."""
