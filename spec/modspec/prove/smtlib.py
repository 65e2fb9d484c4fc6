"""SMT-LIB: goals as text, so that anybody may put them to another solver.

Each file holds the negation of one goal, so that the goal holds if the solver answers ``unsat``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import z3

from modspec.prove.goals import Goal
from modspec.prove.scope import Case

_STATUS = "(set-info :status unknown)\n"
"""Where the head that z3 writes ends."""


def smtlib(goal: Goal, title: str = "") -> str:
    """The negated goal, in the logic of bit-vectors or, if it needs them, with integers as well."""
    asked = z3.Solver()
    asked.add(*goal.negation())
    # z3 writes a whole solver, with check-sat, faster than it writes a formula
    _, _, body = asked.to_smt2().partition(_STATUS)
    what = title or goal.claim
    where = f" where {describe(goal.case)}" if goal.case else ""
    logic = "ALL" if goal.has_integers else "QF_BV"
    return (
        f"; {what}{where}\n"
        "; The claim holds if there is no counterexample: if this is unsatisfiable.\n"
        f"(set-info :smt-lib-version 2.6)\n(set-logic {logic})\n(set-info :status unsat)\n"
        f"{body}(exit)\n"
    )


def describe(case: Case) -> str:
    """The values of a case: ``square = (2, 3), symmetry = HALF_TURN``."""
    return ", ".join(f"{name} = {_shown(value)}" for name, value in case)


def write(goals: Iterable[Goal], directory: Path) -> int:
    """Write each goal to a file of its own in the directory, which is made; and how many there were."""
    directory.mkdir(parents=True, exist_ok=True)
    count = 0
    for goal in goals:
        name = re.sub(r"[^A-Za-z0-9]+", "-", f"{goal.claim} {describe(goal.case)}").strip("-")
        (directory / f"{count:04}-{name}.smt2").write_text(smtlib(goal), encoding="utf-8")
        count += 1
    return count


def _shown(value: object) -> str:
    if hasattr(value, "name"):
        return str(value.name)
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)
