"""Goals: what has to be shown for a claim to hold, and the same as text for other solvers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import z3

from modspec.lift import Integer, Lift
from modspec.lift.logic import conjunction
from modspec.lift.symbols import Bool, term
from modspec.prove.scope import Case, Symbols
from modspec.syntax.module import Function
from modspec.syntax.values import State, values_of


@dataclass(frozen=True, eq=False)
class Goal:
    """A conclusion that has to follow from premises, for all values of the variables."""

    claim: str
    """The claim that the goal belongs to, as ``module.name``."""
    case: Case
    """The values of the parameters that are tried one by one."""
    constraint: z3.BoolRef
    """What holds for the variables because of what they stand for."""
    premises: Bool
    """The assumptions of the claim."""
    conclusion: Bool

    arguments: Mapping[str, Any]
    """The known and symbolic arguments of the claim, by name."""
    features: tuple[z3.BoolRef, ...] = ()
    """Conditions; a plain counterexample satisfies as few as possible."""
    lemmas: Bool = True
    """What follows from other claims."""
    has_integers: bool = False
    """Whether the goal is about integers without bounds, and not only about bits."""

    def negation(self) -> list[z3.BoolRef]:
        """Return formulas that hold together exactly in the counterexamples."""
        return [*self.assumptions(), z3.Not(term(self.conclusion))]

    def assumptions(self) -> list[z3.BoolRef]:
        """Return the constraint, the premises and the lemmas."""
        return [self.constraint, term(self.premises), term(self.lemmas)]


def goals(lift: Lift, theorem: Function, symbols: Symbols, cases: Iterable[Case]) -> Iterator[Goal]:
    """Yield the goals of a theorem, one for each case.

    A theorem is a function of the lift's module with a truth value for its output. It holds if,
    under its assumptions, every call in its text is defined and its output is true.
    """
    module = lift.module
    for case in cases:
        known = dict(case)
        arguments: dict[str, Any] = {}
        if theorem.state and module.state:
            arguments[theorem.state] = symbols.of(module, module.state.name, theorem.state)
        arguments |= {
            p.name: known[p.name]
            if p.name in known
            else symbols.of(module, getattr(p.type, "name", ""), p.name)
            for p in theorem.parameters
        }
        lifted = lift.call(theorem.name, *arguments.values())
        conclusion = False if lifted.value is None else lifted.value
        is_unbounded = lift.has_uninterpreted_integers or any(
            map(_has_integers, arguments.values())
        )
        yield Goal(
            f"{module.name}.{theorem.name}",
            case,
            symbols.constraint,
            lifted.assumptions_hold,
            conjunction((lifted.is_defined, conclusion)),
            arguments,
            has_integers=is_unbounded,
            features=tuple(symbols.features),
        )


def _has_integers(value: Any) -> bool:
    match value:
        case Mapping():
            return any(map(_has_integers, value.values()))
        case State():
            return any(map(_has_integers, values_of(value)))
    return isinstance(value, Integer)


# -- SMT-LIB ---------------------------------------------------------------------------------------

_STATUS = "(set-info :status unknown)\n"
"""The end of the head that z3 writes."""


def smtlib(goal: Goal, title: str = "") -> str:
    """Return the negated goal in SMT-LIB: the goal holds if a solver answers ``unsat``.

    The logic is that of bit-vectors, or ``ALL`` for a goal with integers.
    """
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
    """Return the values of a case as text: ``square = (2, 3), symmetry = HALF_TURN``."""
    return ", ".join(f"{name} = {_text(value)}" for name, value in case)


def write(goals: Iterable[Goal], directory: Path) -> int:
    """Write each goal to a file of its own in the directory. Return how many there were."""
    directory.mkdir(parents=True, exist_ok=True)
    count = 0
    for goal in goals:
        name = re.sub(r"[^A-Za-z0-9]+", "-", f"{goal.claim} {describe(goal.case)}").strip("-")
        (directory / f"{count:04}-{name}.smt2").write_text(smtlib(goal), encoding="utf-8")
        count += 1
    return count


def _text(value: object) -> str:
    if hasattr(value, "name"):
        return str(value.name)
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)
