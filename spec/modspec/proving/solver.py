"""The solver: z3, asked whether goals hold, and whether what they assume can be met at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import z3

from modspec.proving.goals import Goal
from modspec.readings.lift.symbols import term

PATIENCE: Final = 60_000
"""Milliseconds after which a question counts as undecided."""

_FEWEST: Final = 2_000
"""Milliseconds that each step of the search for a small counterexample may take."""


class Answer(Enum):
    """What came of a question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Proof:
    """The answer to whether a goal holds."""

    goal: Goal
    answer: Answer
    model: z3.ModelRef | None = None
    """If it does not: values of the variables for which it fails."""

    why: str = ""
    """If there is no answer: what z3 says about it."""


def solver(patience: int = PATIENCE) -> z3.Solver:
    """A solver for formulas of truth values and bit-vectors, which all goals are."""
    made = z3.SolverFor("QF_BV")
    made.set("timeout", patience)
    return made


def prove(goal: Goal, patience: int = PATIENCE, plainest: bool = True) -> Proof:
    """Whether the goal holds; if not, the model has as few of the goal's features as can be found.

    Without ``plainest`` it is whichever model the solver comes to first.
    """
    if goal.conclusion is True or goal.premises is False:
        return Proof(goal, Answer.YES)
    asked = solver(patience)
    asked.add(*goal.negated())
    answer = asked.check()
    if answer == z3.unsat:
        return Proof(goal, Answer.YES)
    if answer == z3.unknown:
        return Proof(goal, Answer.UNKNOWN, why=asked.reason_unknown())
    model = asked.model()
    return Proof(goal, Answer.NO, _plainest(goal, model) if plainest else model)


class Witnesses:
    """Finds values that meet what goals assume; many assume the same, and are asked about once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[z3.ModelRef | None, Goal]] = {}

    def __call__(self, goal: Goal, patience: int = PATIENCE) -> z3.ModelRef | None:
        """Values that meet all that the goal assumes; None if there are none, or none were found in time."""
        if goal.premises is False:
            return None
        key = (goal.constraint.get_id(), term(goal.premises).get_id())
        if key not in self._known:
            asked = solver(patience)
            asked.add(goal.constraint, term(goal.premises))
            found = asked.model() if asked.check() == z3.sat else None
            self._known[key] = (
                found,
                goal,
            )  # kept: the number of a term is its own only while it lives
        return self._known[key][0]


def _plainest(goal: Goal, found: z3.ModelRef) -> z3.ModelRef:
    """A model with the fewest features: none, one, two, ... until there is one, or patience ends."""
    if not goal.features:
        return found
    has = sum(1 for f in goal.features if z3.is_true(found.eval(f, model_completion=True)))
    asked = solver(_FEWEST)
    asked.add(*goal.negated())
    for fewest in range(has):
        asked.push()
        asked.add(z3.AtMost(*goal.features, fewest))
        answer = asked.check()
        if answer == z3.sat:
            return asked.model()
        asked.pop()
        if answer == z3.unknown:
            break
    return found
