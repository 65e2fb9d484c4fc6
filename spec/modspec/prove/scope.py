"""Scope: what a claim quantifies over, value by value or all at once.

Each value of some parameters, such as a square of the board, is a case with a goal of its own, so
that the solver need not reason about squares. The other parameters are symbolic: one goal is about
all boards.
"""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Final

import z3

from modspec.lift import Bool, Choice, Integer, Number, RealTerm, Truth
from modspec.lift import Collection as SymbolicSet
from modspec.lift.logic import conjunction, disjunction, negation
from modspec.run.domains import elements
from modspec.syntax.bounds import Bounds, Nat, bounded_hints, bounds_of
from modspec.syntax.declaration import declare
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Function, Module, Parameter
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import Map, State

Case = tuple[tuple[str, Any], ...]
"""The parameters that are tried value by value, with one of their values."""


@dataclass(frozen=True)
class Scope:
    """The values that a claim quantifies over."""

    each: Mapping[str, Collection[Any]] = field(default_factory=dict)
    """The values to try one by one, by ``function.parameter``, by parameter, or by type."""
    keys: Mapping[str, Collection[Any]] = field(default_factory=dict)
    """The arguments of a mapping, by the name of its type, or of the variable if the type has none;
    the tuples that may be elements of a set, by the name of the tuples' type."""
    bits: Mapping[str, int] = field(default_factory=dict)
    """The number of bits of an integer, its sign included: by the name of the parameter or state
    variable, or by the type of a mapping with such values. All other integers are unbounded."""

    def cases(self, function: Function) -> Iterator[Case]:
        """Yield every combination of the values that are tried one by one."""
        tried = {
            p.name: found
            for p in function.parameters
            if (found := self._each(function, p)) is not None
        }
        for values in product(*tried.values()):
            yield tuple(zip(tried, values, strict=True))

    def covers(self, function: Function, arguments: Sequence[Any]) -> Bool:
        """Whether a claim about the function quantifies over these arguments, the state first.

        A theorem that was proved for numbers of some bits is a lemma for such numbers only.
        """
        state = declare(function.module).state
        names = [(function.state, state.name)] if function.state and state else []
        names += [(p.name, getattr(p.type, "name", "")) for p in function.parameters]
        return conjunction(
            self._has(value, type_name, name)
            for value, (name, type_name) in zip(arguments, names, strict=True)
        )

    def _has(self, value: Any, type_name: str, name: str) -> Bool:
        """Whether the integers within a value have the bits that they may have."""
        match value:
            case State():
                state = declare(type(value).__module__).state
                assert state is not None
                return conjunction(
                    self._has(getattr(value, v.name), getattr(v.type, "name", ""), v.name)
                    for v in state.variables
                )
            case Mapping():
                return conjunction(self._has(each, "", type_name) for each in value.values())
            case Integer():
                bits = self.bits.get(name)
                if bits is None:
                    return True
                limit = 1 << (bits - 1)
                return Truth(z3.And(value.term >= -limit, value.term < limit))
        return True

    def _each(self, function: Function, parameter: Parameter) -> Collection[Any] | None:
        names = (f"{function.name}.{parameter.name}", parameter.name)
        keys = (*names, getattr(parameter.type, "name", ""))
        return next((self.each[key] for key in keys if key in self.each), None)


class Symbols:
    """Symbolic values for parameters; the same name and type give the same value."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.constraint = z3.BoolVal(True)
        """What holds for the variables: nothing has two of its values at once."""

        self.features: list[z3.BoolRef] = []
        """Conditions that a plain counterexample avoids: a choice is not its first value."""

        self._constraints: list[z3.BoolRef] = []
        self._known: dict[tuple[str, str], Any] = {}

    def of(self, module: Module, type_name: str, name: str) -> Any:
        """Return a value of a type that the module declares or uses.

        Raises SpecificationError for a type that has no symbolic values.
        """
        declared = _BUILT_IN.get(type_name, vars(module.python).get(type_name))
        return self.of_annotation(declared, type_name, name)

    def of_annotation(self, declared: Any, type_name: str, name: str) -> Any:
        """Return a value of a type as Python has it; ``type_name`` is empty if it has no name.

        Raises SpecificationError for a type that has no symbolic values.
        """
        key = (type_name or str(declared), name)
        if key not in self._known:
            self._known[key] = self._value(declared, type_name, name, name)
            if self._constraints:  # SMT-LIB has no conjunction of nothing
                self.constraint = z3.And(self._constraints)
        return self._known[key]

    def _value(self, declared: Any, type_name: str, name: str, called: str) -> Any:
        """Return a value; ``called`` is the name by which the scope has the bits of an integer."""
        bounds = bounds_of(declared)
        if bounds is not None:
            return self._bounded_integer(bounds, name)
        values = elements(declared)
        is_mapping = typing.get_origin(declared) is collections.abc.Mapping
        if declared is bool:
            return self._truth(name)
        if typing.get_origin(declared) in (collections.abc.Set, frozenset):
            (of,) = typing.get_args(declared)
            known = elements(of) or self.scope.keys.get(getattr(of, "__name__", ""))
            if known:
                members = {each: self._truth(f"{_label(each)} ∈ {name}") for each in known}
                return SymbolicSet(members)
        if values and not is_mapping:
            return self._choice(values, name)
        if declared is int:
            bits = self.scope.bits.get(called)
            return self._integer(name) if bits is None else self._number(bits, name)
        if declared is float:
            return RealTerm(z3.Real(name))
        if isinstance(declared, type) and issubclass(declared, State):
            return self._state(declared, name)
        keys_of = type_name or called
        if is_mapping and keys_of in self.scope.keys:
            of = typing.get_args(declared)[1]
            keys = sorted_elements(self.scope.keys[keys_of])
            return Map(
                {key: self._value(of, "", f"{name}[{_label(key)}]", keys_of) for key in keys}
            )
        raise SpecificationError(
            f"no symbolic value for {name} of type {type_name}; give the scope the values to try "
            f"one by one, or the keys of a mapping"
        )

    def _state(self, declared: type[State], name: str) -> State:
        module = declare(declared.__module__)
        assert module.state is not None
        hints = bounded_hints(declared)
        values = {}
        for variable in module.state.variables:
            of = getattr(variable.type, "name", "")
            what = _BUILT_IN.get(of, vars(module.python).get(of)) or hints[variable.name]
            values[variable.name] = self._value(what, of, f"{name}.{variable.name}", variable.name)
        return declared(**values)

    def _truth(self, name: str) -> Truth:
        self.features.append(z3.Bool(name))
        return Truth(z3.Bool(name))

    def _integer(self, name: str) -> Integer:
        self.features += [z3.Int(name) != 0, z3.Int(name) < 0]
        return Integer(z3.Int(name))

    def _bounded_integer(self, bounds: Bounds, name: str) -> Integer:
        """Return an integer within bounds."""
        found = self._integer(name)
        self._constraints.append(z3.Int(name) >= bounds.low)
        if bounds.high is not None:
            self._constraints.append(z3.Int(name) <= bounds.high)
        return found

    def _number(self, bits: int, name: str) -> Number:
        """Return a number in two's complement: the highest bit makes it negative."""
        terms = [z3.Bool(f"{name}.{bit}") for bit in range(bits)]
        self.features += terms
        weights = [*(1 << bit for bit in range(bits - 1)), -(1 << (bits - 1))]
        return Number({(name,): tuple(zip(weights, terms, strict=True))})

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
        if len(others) > 1:  # of two values, neither is the plainer one
            self.features.append(z3.Or(list(terms.values())))
        return Choice({first: negation(disjunction(conditions.values())), **conditions})


_BUILT_IN: Final = {"integer": int, "natural": Nat, "boolean": bool, "real": float}
"""Types that no module declares."""


def _label(value: Any) -> str:
    """Return the name of a value within the name of a variable."""
    if isinstance(value, tuple) and not hasattr(value, "name"):
        return ",".join(map(str, value))
    return str(getattr(value, "name", value))
