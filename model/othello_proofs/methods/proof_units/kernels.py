"""Units about the functions of the kernel, with words of some width and a way to fill lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from modspec.prove.goals import Goal
from modspec.prove.prover import ProofResult, prove_all
from othello_model import kernel
from othello_proofs.evidence.method import Questions
from othello_proofs.methods.proof_units.units import (
    QUICK_SQUARES,
    GoalTask,
    GoalUnits,
    number_of_squares,
)
from othello_proofs.obligations.kernel_goals import KernelGoals, reply_to_counterexample
from othello_proofs.obligations.refutations import Refutation

_FILLS: Final = ("fill_by_steps", "fill_by_doubling")
_BASIC: Final = ("flips", "valid_moves")
"""The functions that fill lines and shift words; the others only use these two."""

_FUNCTIONS: Final = (*_BASIC, "place", "over", "next_turn", "can_move")

_FOR_EACH_SQUARE: Final = 0
_GOALS: Final = {
    "flips": _FOR_EACH_SQUARE,
    "place": _FOR_EACH_SQUARE,
    "valid_moves": 1,
    "can_move": 1,
    "over": 2,
    "next_turn": 2,
}
"""How many goals a function has."""

_SMALL: Final = 4
"""The rows and columns of the small board, on which the basic functions are proved too."""


class KernelUnits(GoalUnits):
    """Each function of the kernel: ``kernel flips 64 fill_by_steps``; ``kernel4``: of 4x4."""

    def units(self, quick: bool) -> Sequence[str]:
        """With words of 64 bits; all but the quick run also with 128, and on the small board."""
        usual = [
            f"kernel {function} {width} {fill}"
            for width in ((64,) if quick else (64, 128))
            for function in (_FUNCTIONS if width == 64 else _BASIC)
            for fill in (_FILLS if function in _BASIC and not quick else _FILLS[:1])
        ]
        small = [f"kernel4 {function} 64 {_FILLS[0]}" for function in _BASIC]
        return usual if quick else [*usual, *small]

    def about(self, unit: str) -> Sequence[str]:
        """The function."""
        return (f"kernel.{unit.split()[1]}",)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return one question for each square or for each case."""
        del claim
        owner, name, *_ = unit.split()
        each = _SMALL * _SMALL if owner == "kernel4" else number_of_squares(quick)
        return Questions(_GOALS[name] or each)

    def task(self, unit: str, quick: bool) -> GoalTask:
        """Return the goals of a function."""
        owner, name, width, fill = unit.split()
        work = _kernel_goals(owner, int(width), fill)

        def goals() -> Iterator[Goal]:
            for goal in work.of(name):
                if not quick or not goal.case or dict(goal.case).get("square") in QUICK_SQUARES:
                    yield goal

        def refute(result: ProofResult) -> Refutation:
            options = {"shape": work.shape, "fill": getattr(kernel, fill)}
            return reply_to_counterexample(work.kernel, result, **options).refutation()

        size = f"{work.shape.rows}x{work.shape.columns}"
        return GoalTask(
            goals,
            lambda: prove_all(f"kernel.{name}", goals()),
            f"all boards {size}, words of {width} bits",
            f"{owner}-{width}-{fill}",
            refute,
        )


@lru_cache(maxsize=1)
def _kernel_goals(owner: str, width: int, fill: str) -> KernelGoals:
    shape = kernel.Kernel(_SMALL, _SMALL) if owner == "kernel4" else kernel.STANDARD
    return KernelGoals(shape, width, shape, getattr(kernel, fill), stepwise=True)
