"""Goals: what has to be shown for a claim to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from modspec.lift import Integer, Lift
from modspec.lift.logic import conjunction
from modspec.lift.symbols import Bool, term
from modspec.prove.scope import Case, Symbols
from modspec.syntax.module import Function
from modspec.syntax.values import State


@dataclass(frozen=True, eq=False)
class Goal:
    """A conclusion that has to follow from premises, whatever the values of the variables."""

    claim: str
    """What it belongs to, as ``module.name``."""

    case: Case
    """Which of the values that are tried one by one it is about."""

    constraint: z3.BoolRef
    """What is true of the variables because of what they stand for."""

    premises: Bool
    """What the claim assumes."""

    conclusion: Bool

    arguments: Mapping[str, Any]
    """What the claim is about, by name: known and symbolic values."""

    features: tuple[z3.BoolRef, ...] = ()
    """Of these as few as possible hold in a counterexample that is worth looking at."""

    lemmas: Bool = True
    """What is so because other claims hold."""

    has_integers: bool = False
    """Whether it is about integers that have no bounds, and not only of what bits can say."""

    def negation(self) -> list[z3.BoolRef]:
        """Formulas that hold together exactly in the counterexamples."""
        return [*self.assumptions(), z3.Not(term(self.conclusion))]

    def assumptions(self) -> list[z3.BoolRef]:
        """The constraint, the premises and what is so because of lemmas."""
        return [self.constraint, term(self.premises), term(self.lemmas)]


def _has_integers(value: Any) -> bool:
    match value:
        case Mapping() | State():
            return any(map(_has_integers, value.values()))
    return isinstance(value, Integer)


def goals(lift: Lift, theorem: Function, symbols: Symbols, cases: Iterable[Case]) -> Iterator[Goal]:
    """What has to be shown for a theorem: a goal for each of the cases.

    A theorem is a function of the lift's module with a truth value for its output. It holds if, where
    all that it assumes is so, every call in its text means something and its output is true.
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
        yield Goal(
            f"{module.name}.{theorem.name}",
            case,
            symbols.constraint,
            lifted.assumptions_hold,
            conjunction((lifted.is_defined, conclusion)),
            arguments,
            has_integers=lift.has_uninterpreted_integers
            or any(map(_has_integers, arguments.values())),
            features=tuple(symbols.features),
        )
