"""Counterexamples: the values for which a goal fails, and a second opinion on them.

What the solver found is about terms. Put into plain values it is handed to the plain specification, which
has to agree that the claim is false there: if it does not, it is the lifting that is wrong, and that is
said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import z3

from modspec.explain.explain import environment, explain
from modspec.explain.explanation import Explanation
from modspec.lift.bits import Bits
from modspec.lift.integers import Integer
from modspec.lift.symbols import Choice, Collection, Number, Truth
from modspec.prove.solver import Proof
from modspec.run.evaluate import Environment
from modspec.run.instance import Instance
from modspec.syntax.module import Function
from modspec.syntax.values import Map, State


@dataclass(frozen=True)
class Counterexample:
    """The arguments for which a claim fails."""

    arguments: Mapping[str, Any]
    confirmed: bool
    """Whether the plain specification agrees that the claim is false here."""

    explanation: Explanation | None = None
    """Why the claim is false, where that can be told."""


def value_in(value: Any, model: z3.ModelRef) -> Any:
    """What a symbolic value is in a model; what the model leaves open is chosen to be false or zero."""
    match value:
        case Truth():
            return z3.is_true(model.eval(value.term, model_completion=True))
        case Choice():
            return next(option for option, holds in value.options.items() if _holds(holds, model))
        case Collection():
            return frozenset(item for item, holds in value.members.items() if _holds(holds, model))
        case Number():
            weights = [weighted for row in value.rows.values() for weighted in row]
            return value.constant + sum(w for w, holds in weights if _holds(Truth(holds), model))
        case Mapping():
            return Map({key: value_in(item, model) for key, item in value.items()})
        case State():
            return type(value)(**{n: value_in(getattr(value, n), model) for n in value.variables})
        case Bits() | Integer():
            return model.eval(value.term, model_completion=True).as_long()
    return value


def _holds(condition: bool | Truth, model: z3.ModelRef) -> bool:
    return condition is True or (isinstance(condition, Truth) and bool(value_in(condition, model)))


def counterexample(proof: Proof, theorem: Function, plain: Instance) -> Counterexample:
    """The values for which a theorem fails, as the plain specification sees them.

    ``plain`` executes the text that was lifted, with the same constants and edits.
    """
    assert proof.model is not None
    arguments = {name: value_in(v, proof.model) for name, v in proof.goal.arguments.items()}
    values = tuple(arguments.values())
    try:
        result = plain[theorem.name](*values)
    except AssertionError:
        return Counterexample(arguments, confirmed=_assumes(plain, theorem, values))
    except Exception:  # noqa: BLE001  # the text means nothing here, which is what the proof says
        return Counterexample(arguments, confirmed=True)
    return Counterexample(arguments, result is False, _explained(plain, theorem, values))


def _scope(plain: Instance, theorem: Function, values: tuple[Any, ...]) -> Environment:
    state, rest = (values[0], values[1:]) if theorem.state else (None, values)
    return environment(plain, theorem, state, rest)


def _assumes(plain: Instance, theorem: Function, values: tuple[Any, ...]) -> bool:
    """Whether the theorem's own assumptions hold, so that it is a call in its text that assumes more."""
    state, rest = (values[0], values[1:]) if theorem.state else (None, values)
    names = {p.name: value for p, value in zip(theorem.parameters, rest, strict=True)}
    scope = Environment(
        plain, theorem.module, names, state
    )  # without definitions: they may mean nothing
    return all(bool(explain(clause.value, scope).value) for clause in theorem.assumptions)


def _explained(plain: Instance, theorem: Function, values: tuple[Any, ...]) -> Explanation | None:
    if theorem.output is None:
        return None
    return explain(theorem.output.value, _scope(plain, theorem, values))
