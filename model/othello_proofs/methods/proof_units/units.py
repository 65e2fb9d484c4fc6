"""Kinds of units of the method of proofs, and what comes of the goals of a unit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from modspec.prove.goals import Goal, write
from modspec.prove.prover import ProofResult
from modspec.prove.scope import Case
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Questions
from othello_proofs.obligations.positions import ORDERED
from othello_proofs.obligations.refutations import Refutation, theorem_refutation
from othello_spec.board import SIZE, Square
from othello_suite.presentation import PRESENTATION

QUICK_SQUARES: Final = (Square(0, 0), Square(2, 5))
"""The squares of the quick run: a corner, and an inner one."""

ALL_SQUARES: Final = SIZE * SIZE


def squares(quick: bool) -> Sequence[Square]:
    """Return the squares that goals are about."""
    return QUICK_SQUARES if quick else ORDERED


def number_of_squares(quick: bool) -> int:
    """Return how many squares goals have to be about."""
    return len(QUICK_SQUARES) if quick else ALL_SQUARES


class ProofUnits(ABC):
    """Units of one kind. A unit is named by words; the first word is the kind."""

    @abstractmethod
    def units(self, quick: bool) -> Sequence[str]:
        """Return the units, those first that take long."""

    def about(self, unit: str) -> Sequence[str]:
        """Return the claims of a unit."""
        owner, name, *_ = unit.split()
        return (f"{owner}.{name}",)

    @abstractmethod
    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many goals a claim has to have."""

    def sources(self, unit: str) -> Sequence[str]:
        """Return what the claims of a unit depend on, beside what their goals import."""
        del unit
        return ("othello_spec.lines", "othello_spec.othello")

    @abstractmethod
    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Try to prove the claims of a unit."""

    def export(self, unit: str, quick: bool, directory: Path) -> int:
        """Write the goals of a unit to a folder of the directory; return how many there are."""
        del unit, quick, directory
        return 0


class GoalTask(NamedTuple):
    """The goals of a unit, and how they are proved."""

    goals: Callable[[], Iterator[Goal]]
    prove: Callable[[], ProofResult]
    tried: str

    folder: str
    """Where the goals are written."""

    refute: Callable[[ProofResult], Refutation] = theorem_refutation

    note: str = ""
    """What to say below a refutation."""

    def finding(self) -> ClaimFinding:
        """Try to prove all goals."""
        result, verdict, detail = self.prove(), ClaimVerdict.HOLDS, ""
        if result.failed:
            verdict, where = ClaimVerdict.FAILS, _format_case(result.failed[0].goal.case)
            what = [f"[{rule}]" for rule in result.rules] + ([f"where {where}"] if where else [])
            lines = [" ".join(what), *self.refute(result).lines(), self.note]
            detail = "\n".join(line for line in lines if line)
        elif result.undecided:
            case, why = result.undecided[0]
            verdict = ClaimVerdict.UNDECIDED
            detail = f"z3 gave no answer where {_format_case(case)} ({why})"
        elif result.met == 0:
            verdict = ClaimVerdict.UNDECIDED
            detail = "no board meets what it assumes: nothing was shown"
        vacuous = result.goals - result.met
        return ClaimFinding(
            result.claim, verdict, result.goals, self.tried, detail, vacuous=vacuous
        )


class GoalUnits(ProofUnits):
    """Units that are one task each."""

    @abstractmethod
    def task(self, unit: str, quick: bool) -> GoalTask:
        """Return the goals of a unit."""

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Try to prove all goals of a unit."""
        yield self.task(unit, quick).finding()

    def export(self, unit: str, quick: bool, directory: Path) -> int:
        """Write the goals of a unit to a folder of the directory; return how many there are."""
        task = self.task(unit, quick)
        return write(task.goals(), directory / task.folder)


def _format_case(case: Case) -> str:
    return ", ".join(f"{name} = {PRESENTATION.value(value)}" for name, value in case)
