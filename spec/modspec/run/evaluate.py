"""Evaluate: the value of any expression of a specification, given the values of its names.

An :class:`~modspec.run.instance.Instance` runs the functions that an expression applies. Only the
expression itself is interpreted, so that each of its parts can be evaluated alone.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, EnumMeta
from typing import Any

from modspec.run.instance import Instance
from modspec.syntax import expressions as ex
from modspec.syntax.choices import some, the
from modspec.syntax.expressions import Expression, Quantifier
from modspec.syntax.order import sorted_elements
from modspec.syntax.values import Map, State

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "In": lambda element, collection: element in collection,
    "NotIn": lambda element, collection: element not in collection,
    "Subset": operator.lt,
    "SubsetEq": operator.le,
    "Superset": operator.gt,
    "SupersetEq": operator.ge,
}
"""The meaning of each comparison."""

_COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
}
_OF_NUMBERS: dict[str, Callable[[Any], Any]] = {"abs": abs, "sqrt": math.sqrt}
_JOIN: dict[str, Callable[[frozenset[Any], Any], frozenset[Any]]] = {
    "Union": operator.or_,
    "Intersection": operator.and_,
    "Difference": operator.sub,
}
COMBINE: dict[Quantifier, Callable[[Iterator[Any]], Any]] = {
    Quantifier.FOR_ALL: all,
    Quantifier.EXISTS: any,
    Quantifier.SUM: sum,
    Quantifier.MAX: max,
    Quantifier.MIN: min,
    Quantifier.SOME: some,
    Quantifier.THE: the,
}
"""The meaning of each quantifier."""


@dataclass(frozen=True)
class Environment:
    """The values of the names in an expression, and the module whose types it may name."""

    instance: Instance
    module: str
    """The Python name of the module in which the expression stands."""

    names: Mapping[str, Any]
    state: State | None = None
    definitions: Mapping[str, Expression] = field(default_factory=dict)
    """The expressions that the function's definitions give to names."""

    def bind(self, name: str, value: Any) -> Environment:
        """Return this environment with one more name."""
        names = {**self.names, name: value}
        return Environment(self.instance, self.module, names, self.state, self.definitions)


class Evaluator:
    """Evaluates expressions in one environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def bindings(self, generators: tuple[ex.Generator, ...]) -> Iterator[Evaluator]:
        """Yield an evaluator for each choice of dummies that satisfies the conditions, in order."""
        if not generators:
            yield self
            return
        first, *rest = generators
        for value in self.elements(first.domain):
            inner = self.within(self.environment.bind(first.dummy, value))
            if all(inner(condition) for condition in first.conditions):
                yield from inner.bindings(tuple(rest))

    def within(self, environment: Environment) -> Evaluator:
        """Return an evaluator of the same kind in another environment."""
        return Evaluator(environment)

    def elements(self, domain: Expression) -> list[Any]:
        """Return the elements of a set in a fixed order: as declared, or ascending."""
        return sorted_elements(self(domain))

    def __call__(self, node: Expression) -> Any:
        """Return the value of the expression."""
        return _VALUE[type(node)](self, node)

    def _comparison(self, node: ex.Comparison) -> bool:
        """Whether each side of a chain of comparisons compares as stated to the next."""
        left = self(node.first)
        for name, operand in node.rest:
            right = self(operand)
            if not COMPARE[name](left, right):
                return False
            left = right
        return True

    def _constant(self, node: ex.Constant) -> Any:
        is_fixed = isinstance(node.value, Enum | EnumMeta)
        return node.value if is_fixed else self.environment.instance.constant(node.name, node.value)

    def apply(self, node: ex.Apply) -> Any:
        """Return the value of a function that an expression applies."""
        function = self.environment.instance.function(node.module, node.function)
        return function(*[self(argument) for argument in node.arguments])

    def _record(self, node: ex.Record) -> Any:
        make = self.environment.instance.function(self.environment.module, node.type)
        return make(**{name: self(value) for name, value in node.arguments})

    def _mapping(self, node: ex.MapOf) -> Map[Any, Any]:
        dummy, bindings = node.generator.dummy, self.bindings((node.generator,))
        return Map({inner.environment.names[dummy]: inner(node.value) for inner in bindings})

    def _map_literal(self, node: ex.MapLiteral) -> Map[Any, Any]:
        pairs: dict[Any, Any] = {}
        for key, value in node.parts:
            pairs |= dict(self(value)) if key is None else {self(key): self(value)}
        return Map(pairs)

    def _sequence(self, node: ex.Sequence) -> tuple[Any, ...]:
        pieces = (self(part) if is_spliced else (self(part),) for is_spliced, part in node.parts)
        return tuple(element for piece in pieces for element in piece)


_VALUE: dict[type[Expression], Callable[[Evaluator, Any], Any]] = {
    ex.Variable: lambda value, node: value.environment.names[node.name],
    ex.StateVariable: lambda value, node: getattr(value.environment.state, node.name),
    ex.TheState: lambda value, node: value.environment.state,
    ex.Constant: Evaluator._constant,
    ex.Literal: lambda _, node: node.value,
    ex.Field: lambda value, node: getattr(value(node.target), node.name),
    ex.Index: lambda value, node: value(node.target)[value(node.key)],
    ex.Slice: lambda value, node: value(node.target)[value(node.low) : value(node.high)],
    ex.Apply: lambda value, node: value.apply(node),
    ex.Record: Evaluator._record,
    ex.Not: lambda value, node: not value(node.operand),
    ex.And: lambda value, node: all(map(value, node.operands)),
    ex.Or: lambda value, node: any(map(value, node.operands)),
    ex.Comparison: Evaluator._comparison,
    ex.Arithmetic: lambda value, node: _COMPUTE[node.operator](value(node.left), value(node.right)),
    ex.Negative: lambda value, node: -value(node.operand),
    ex.NumberFunction: lambda value, node: _OF_NUMBERS[node.name](value(node.operand)),
    ex.Conditional: lambda value, node: value(
        next(case.value for case in node.cases if value(case.condition))
    ),
    ex.Interval: lambda value, node: range(value(node.low), value(node.high)),
    ex.Quantified: lambda value, node: COMBINE[node.quantifier](
        inner(node.body) for inner in value.bindings(node.generators)
    ),
    ex.SetOf: lambda value, node: frozenset(
        inner(node.element) for inner in value.bindings(node.generators)
    ),
    ex.SequenceComprehension: lambda value, node: tuple(
        inner(node.element) for inner in value.bindings(node.generators)
    ),
    ex.SetLiteral: lambda value, node: frozenset(map(value, node.elements)),
    ex.SetOperation: lambda value, node: _JOIN[node.operator](
        frozenset(value(node.left)), value(node.right)
    ),
    ex.Domain: lambda value, node: frozenset(value(node.operand)),
    ex.MapOf: Evaluator._mapping,
    ex.MapLiteral: Evaluator._map_literal,
    ex.Sequence: Evaluator._sequence,
    ex.Size: lambda value, node: len(value(node.operand)),
}
"""The value of each kind of expression: a table, since contracts evaluate at every call."""
