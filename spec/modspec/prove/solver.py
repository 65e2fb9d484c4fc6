"""The solver: z3, asked whether goals hold, and whether what they assume can be met at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import z3

from modspec.lift.symbols import term
from modspec.prove.goals import Goal

PATIENCE: Final = 1_000_000_000
"""Steps of z3 after which a question counts as undecided: a minute or two. Not time, of which there is more
or less by what else the machine does: the answer is to be the same at every run."""

_GLANCE: Final = 5_000_000
"""Steps that each attempt to find a plainer counterexample may take: half a second."""


BITS: Final = "QF_BV"
"""z3's solver for bit-vectors: the quicker one where words are compared with words."""

CASES: Final = "QF_FD"
"""z3's solver for finite domains: the quicker one where there is much to count."""

INTEGERS: Final = "ALL"
"""z3's solver for whatever there is: the only one that knows integers without bounds."""


class SolverAnswer(Enum):
    """What came of a question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Proof:
    """The answer to whether a goal holds."""

    goal: Goal
    answer: SolverAnswer
    model: z3.ModelRef | None = None
    """If it does not: values of the variables for which it fails."""

    why: str = ""
    """If there is no answer: what z3 says about it."""


def solver(patience: int = PATIENCE, logic: str = BITS) -> z3.Solver:
    """A solver for formulas of truth values and bit-vectors, which most goals are."""
    return _limited(logic, patience)


def _limited(logic: str, patience: int) -> z3.Solver:
    made = z3.SolverFor(logic)
    made.set("rlimit", patience)
    return made


def prove(goal: Goal, patience: int = PATIENCE, plainest: bool = True, logic: str = BITS) -> Proof:
    """Whether the goal holds; if not, the model has as few of the goal's features as can be found.

    Without ``plainest`` it is whichever model the solver comes to first.
    """
    if goal.conclusion is True or goal.premises is False:
        return Proof(goal, SolverAnswer.YES)
    asked = solver(patience, INTEGERS if goal.has_integers else logic)
    asked.add(*goal.negation())
    answer = asked.check()
    if answer == z3.unsat:
        return Proof(goal, SolverAnswer.YES)
    if answer == z3.unknown:
        return Proof(goal, SolverAnswer.UNKNOWN, why=asked.reason_unknown())
    model = asked.model()
    return Proof(goal, SolverAnswer.NO, _plainest(goal, model) if plainest else model)


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
            asked = solver(patience, INTEGERS if goal.has_integers else BITS)
            asked.add(goal.constraint, term(goal.premises))
            found = asked.model() if asked.check() == z3.sat else None
            self._known[key] = (
                found,
                goal,
            )  # kept: the number of a term is its own only while it lives
        return self._known[key][0]


def _plainest(goal: Goal, found: z3.ModelRef) -> z3.ModelRef:
    """A model with fewer features, as few as can be found with some effort.

    A goal fails in many ways. For one of them, that of the model found, the fewest are looked for from
    none upwards, which is quick; then, whether another way does with fewer still.
    """
    if not goal.features:
        return found
    way = [*goal.assumptions(), _failing(term(goal.conclusion), found)]
    for fewest in range(_count(goal, found)):
        answer, model = _with_at_most(goal, way, fewest)
        if model is not None:
            found = model
        if answer != z3.unsat:
            break
    while (count := _count(goal, found)) > 0:
        _, model = _with_at_most(goal, goal.negation(), count - 1)
        if model is None:
            break
        found = model
    return found


def _with_at_most(
    goal: Goal, formulas: list[z3.BoolRef], number: int
) -> tuple[z3.CheckSatResult, z3.ModelRef | None]:
    asked = _limited(INTEGERS if goal.has_integers else CASES, _GLANCE)
    asked.add(*formulas, z3.AtMost(*goal.features, number))
    answer = asked.check()
    return answer, asked.model() if answer == z3.sat else None


def _count(goal: Goal, model: z3.ModelRef) -> int:
    return sum(1 for f in goal.features if z3.is_true(model.eval(f, model_completion=True)))


def _failing(conclusion: z3.BoolRef, model: z3.ModelRef) -> z3.BoolRef:
    """That one part of the conclusion fails: the first of its conjuncts, the lowest bit, that does."""
    if z3.is_and(conclusion):
        parts = conclusion.children()
        return _failing(next(p for p in parts if _is_false(p, model)), model)
    if z3.is_eq(conclusion) and z3.is_bv(conclusion.arg(0)):
        left, right = conclusion.children()
        bits = (z3.Extract(n, n, left) == z3.Extract(n, n, right) for n in range(left.size()))
        return z3.Not(next(bit for bit in bits if _is_false(bit, model)))
    return z3.Not(conclusion)


def _is_false(formula: z3.BoolRef, model: z3.ModelRef) -> bool:
    return bool(z3.is_false(model.eval(formula, model_completion=True)))
