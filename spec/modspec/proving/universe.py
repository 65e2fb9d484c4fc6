"""The universe: over what a claim is quantified, value by value or all at once.

Of some parameters every value is tried for itself, such as the squares of a board: each makes a goal, and
there are so many of them that the solver never sees where a square is. The others are symbolic: one
goal is about all boards.
"""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

import z3

from modspec.declaration import declare
from modspec.domains import elements
from modspec.errors import SpecificationError
from modspec.module import Function, Module, Parameter
from modspec.readings.lift import Bool, Choice, Truth
from modspec.readings.lift.logic import disjunction, negation
from modspec.values import Map, State

Case = tuple[tuple[str, Any], ...]
"""The parameters of which each value is tried for itself, with their values."""


@dataclass(frozen=True)
class Universe:
    """What there is to quantify over."""

    each: Mapping[str, Collection[Any]] = field(default_factory=dict)
    """The values to be tried one by one, by ``function.parameter``, by parameter, or by type."""

    keys: Mapping[str, Collection[Any]] = field(default_factory=dict)
    """The arguments that a mapping has values for, by the name of its type."""

    def cases(self, function: Function) -> Iterator[Case]:
        """Every combination of the values that are tried one by one."""
        tried = {
            p.name: found
            for p in function.parameters
            if (found := self._each(function, p)) is not None
        }
        for values in product(*tried.values()):
            yield tuple(zip(tried, values, strict=True))

    def _each(self, function: Function, parameter: Parameter) -> Collection[Any] | None:
        names = (f"{function.name}.{parameter.name}", parameter.name)
        keys = (*names, getattr(parameter.type, "name", ""))
        return next((self.each[key] for key in keys if key in self.each), None)


class Symbols:
    """Symbolic values for the parameters of functions; the same name and type give the same value."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self.constraint = z3.BoolVal(True)
        """What holds of the variables: nothing is two of its values at once."""

        self.features: list[z3.BoolRef] = []
        """What a counterexample has as little of as can be: a choice that is not the first of its kind."""

        self._constraints: list[z3.BoolRef] = []
        self._known: dict[tuple[str, str], Any] = {}

    def of(self, module: Module, type_name: str, name: str) -> Any:
        """A value of a type that the module declares or uses; SpecificationError if there is no way."""
        key = (type_name, name)
        if key not in self._known:
            self._known[key] = self._value(vars(module.python).get(type_name), type_name, name)
            self.constraint = z3.And(self._constraints)
        return self._known[key]

    def _value(self, declared: Any, type_name: str, name: str) -> Any:
        values = elements(declared)
        if declared is bool or type_name == "boolean":
            return Truth(z3.Bool(name))
        if values:
            return self._choice(values, name)
        if isinstance(declared, type) and issubclass(declared, State):
            return self._state(declared, name)
        if (
            typing.get_origin(declared) is collections.abc.Mapping
            and type_name in self.universe.keys
        ):
            of = typing.get_args(declared)[1]
            keys = sorted(self.universe.keys[type_name])
            return Map({key: self._value(of, "", f"{name}[{_label(key)}]") for key in keys})
        raise SpecificationError(
            f"no symbolic value for {name} of type {type_name}; give the universe the values to try "
            f"for it one by one, or the keys if it is a mapping"
        )

    def _state(self, declared: type[State], name: str) -> State:
        module = declare(declared.__module__)
        assert module.state is not None
        return declared(
            **{
                variable.name: self._value(
                    vars(module.python).get(getattr(variable.type, "name", "")),
                    getattr(variable.type, "name", ""),
                    f"{name}.{variable.name}",
                )
                for variable in module.state.variables
            }
        )

    def _choice(self, values: tuple[Any, ...], name: str) -> Choice:
        first, *others = values
        terms = {value: z3.Bool(f"{name}={_label(value)}") for value in others}
        conditions: dict[Any, Bool] = {
            value: Truth(term, [other for other in terms.values() if other is not term])
            for value, term in terms.items()
        }
        self._constraints += [
            z3.Not(z3.And(one, other)) for one, other in combinations(terms.values(), 2)
        ]
        if len(others) > 1:  # of two, neither is the plainer one
            self.features.append(z3.Or(list(terms.values())))
        return Choice({first: negation(disjunction(conditions.values())), **conditions})


def _label(value: Any) -> str:
    """A value in the name of a variable."""
    if isinstance(value, tuple) and not hasattr(value, "name"):
        return ",".join(map(str, value))
    return str(getattr(value, "name", value))
