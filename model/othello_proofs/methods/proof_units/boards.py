"""Units about the methods of a bitboard, which passing and match take for granted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from modspec.prove.prover import prove_all
from othello_proofs.evidence.method import Questions
from othello_proofs.methods.proof_units.units import (
    GoalTask,
    GoalUnits,
    number_of_squares,
    squares,
)
from othello_proofs.obligations.bitboard_goals import BitboardGoals

_GOALS: Final[dict[str, Callable[[int], int]]] = {
    "holds": lambda number: number,
    "accepts": lambda number: 2 * (number + 4),
    "place": lambda number: 2 * number,
    "can_move": lambda _: 2,
    "is_over": lambda _: 1,
    "next_turn": lambda _: 2,
}
"""How many goals a method has, for a number of squares: for both players, and for a place off the
board on each side."""


class BoardUnits(GoalUnits):
    """Each method of a bitboard: ``bitboard holds``."""

    def units(self, quick: bool) -> Sequence[str]:
        """All methods."""
        del quick
        return [f"bitboard {method}" for method in BitboardGoals.METHODS]

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return as many goals as there are squares and players."""
        del claim
        return Questions(_GOALS[unit.split()[1]](number_of_squares(quick)))

    def task(self, unit: str, quick: bool) -> GoalTask:
        """Return the goals of a method."""
        owner, name = unit.split()
        goals = partial(BitboardGoals().of, name, squares(quick))
        tried = "all boards, both players, all squares"
        return GoalTask(goals, lambda: prove_all(f"bitboard.{name}", goals()), tried, owner)
