"""The solver: z3, asked whether goals hold, and whether their assumptions can be satisfied."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import z3

from modspec.lift.symbols import term
from modspec.prove.goals import Goal

PATIENCE: Final = 1_000_000_000
"""The steps of z3 after which a question is undecided: a minute or two. Steps and not seconds, so
that the answer does not depend on the load of the machine."""

_GLANCE: Final = 5_000_000
"""The steps for each attempt to find a plainer counterexample: half a second."""

BITS: Final = "QF_BV"
"""z3's solver for bit-vectors: the faster one where words are compared with words."""

CASES: Final = "QF_FD"
"""z3's solver for finite domains: the faster one where there is much to count."""

INTEGERS: Final = "ALL"
"""z3's solver for everything: the only one for integers without bounds."""


class SolverAnswer(Enum):
    """The answer to a question."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Proof:
    """The answer to whether a goal holds."""

    goal: Goal
    answer: SolverAnswer
    model: z3.ModelRef | None = None
    """Values of the variables for which the goal fails, if it does."""
    why: str = ""
    """Why the solver gave no answer, if it gave none."""


def solver(patience: int = PATIENCE, logic: str = BITS) -> z3.Solver:
    """Return a solver that gives up after ``patience`` steps."""
    result = z3.SolverFor(logic)
    result.set("rlimit", patience)
    return result


def prove(goal: Goal, patience: int = PATIENCE, plainest: bool = True, logic: str = BITS) -> Proof:
    """Ask whether the goal holds; if not, find a model with few of the goal's features.

    Without ``plainest`` the model is the first that the solver finds.
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
    """Finds values that satisfy the assumptions of goals, once for goals that assume the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[z3.ModelRef | None, Goal]] = {}

    def __call__(self, goal: Goal, patience: int = PATIENCE) -> z3.ModelRef | None:
        """Return values that satisfy the premises, or None if the solver finds none."""
        if goal.premises is False:
            return None
        key = (goal.constraint.get_id(), term(goal.premises).get_id())
        if key not in self._known:
            asked = solver(patience, INTEGERS if goal.has_integers else BITS)
            asked.add(goal.constraint, term(goal.premises))
            found = asked.model() if asked.check() == z3.sat else None
            self._known[key] = found, goal  # keep the goal: the id of a term may be used again
        return self._known[key][0]


def _plainest(goal: Goal, found: z3.ModelRef) -> z3.ModelRef:
    """Return a model with as few features as can be found with some effort.

    A goal fails in many ways. For the way of the given model, try the numbers of features from none
    upwards, which is fast; then ask whether another way needs fewer still.
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
    asked = solver(_GLANCE, INTEGERS if goal.has_integers else CASES)
    asked.add(*formulas, z3.AtMost(*goal.features, number))
    answer = asked.check()
    return answer, asked.model() if answer == z3.sat else None


def _count(goal: Goal, model: z3.ModelRef) -> int:
    return sum(1 for f in goal.features if z3.is_true(model.eval(f, model_completion=True)))


def _failing(conclusion: z3.BoolRef, model: z3.ModelRef) -> z3.BoolRef:
    """Return that one part of the conclusion fails: the first such conjunct, or the lowest bit."""
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
