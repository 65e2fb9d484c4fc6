"""Evaluate: the value of any expression of a specification, given what its names stand for.

Functions that an expression applies are run by an :class:`~modspec.run.instance.Instance`; only the
expression itself is interpreted, so that its parts can be asked about one by one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, EnumMeta
from typing import Any

from modspec.run.instance import Instance
from modspec.syntax.expressions import (
    And,
    Apply,
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Field,
    Generator,
    Index,
    Interval,
    Literal,
    MapOf,
    Negative,
    Not,
    Or,
    Quantified,
    Quantifier,
    Record,
    Sequence,
    SetLiteral,
    SetOf,
    Size,
    Slice,
    StateVariable,
    TheState,
    Variable,
)
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
}
"""What each comparison means."""

_COMPUTE: dict[str, Callable[[int, int], int]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
}


@dataclass(frozen=True)
class Environment:
    """What the names in an expression stand for, and the module whose types it may name."""

    instance: Instance
    module: str
    """The Python name of the module in which the expression stands."""

    names: Mapping[str, Any]
    state: State | None = None
    definitions: Mapping[str, Expression] = field(default_factory=dict)
    """The expressions that the function's definitions give to names."""

    def bind(self, name: str, value: Any) -> Environment:
        """This environment with one more name."""
        names = {**self.names, name: value}
        return Environment(self.instance, self.module, names, self.state, self.definitions)


class Evaluator:
    """Gives expressions their values in one environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def bindings(self, generators: tuple[Generator, ...]) -> Iterator[Evaluator]:
        """An evaluator for each way to choose the dummies so that their conditions hold, in order."""
        if not generators:
            yield self
            return
        first, *rest = generators
        for value in self.elements(first.domain):
            inner = self.within(self.environment.bind(first.dummy, value))
            if all(inner(condition) for condition in first.conditions):
                yield from inner.bindings(tuple(rest))

    def within(self, environment: Environment) -> Evaluator:
        """An evaluator of the same kind in another environment."""
        return Evaluator(environment)

    def elements(self, domain: Expression) -> list[Any]:
        """The elements of a set in a fixed order: as declared, or ascending."""
        values = self(domain)
        return sorted_elements(values)

    def __call__(self, node: Expression) -> Any:
        """The value of the expression."""
        return getattr(self, f"_{type(node).__name__}")(node)

    def _Variable(self, node: Variable) -> Any:
        return self.environment.names[node.name]

    def _StateVariable(self, node: StateVariable) -> Any:
        return getattr(self.environment.state, node.name)

    def _TheState(self, node: TheState) -> Any:
        return self.environment.state

    def _Constant(self, node: Constant) -> Any:
        if isinstance(node.value, Enum | EnumMeta):
            return node.value
        return self.environment.instance.constant(node.name, node.value)

    def _Literal(self, node: Literal) -> Any:
        return node.value

    def _Field(self, node: Field) -> Any:
        return getattr(self(node.target), node.name)

    def _Index(self, node: Index) -> Any:
        return self(node.target)[self(node.key)]

    def _Slice(self, node: Slice) -> Any:
        return self(node.target)[self(node.low) : self(node.high)]

    def _Apply(self, node: Apply) -> Any:
        function = self.environment.instance.function(node.module, node.function)
        return function(*(self(argument) for argument in node.arguments))

    def _Record(self, node: Record) -> Any:
        make = self.environment.instance.function(self.environment.module, node.type)
        return make(**{name: self(value) for name, value in node.arguments})

    def _Not(self, node: Not) -> bool:
        return not self(node.operand)

    def _And(self, node: And) -> bool:
        return all(self(operand) for operand in node.operands)

    def _Or(self, node: Or) -> bool:
        return any(self(operand) for operand in node.operands)

    def _Comparison(self, node: Comparison) -> bool:
        left = self(node.first)
        for name, operand in node.rest:
            right = self(operand)
            if not COMPARE[name](left, right):
                return False
            left = right
        return True

    def _Arithmetic(self, node: Arithmetic) -> int:
        return _COMPUTE[node.operator](self(node.left), self(node.right))

    def _Negative(self, node: Negative) -> int:
        value: int = -self(node.operand)
        return value

    def _Conditional(self, node: Conditional) -> Any:
        return self(next(case.value for case in node.cases if self(case.condition)))

    def _Interval(self, node: Interval) -> range:
        return range(self(node.low), self(node.high))

    def _Quantified(self, node: Quantified) -> Any:
        bodies = (inner(node.body) for inner in self.bindings(node.generators))
        match node.quantifier:
            case Quantifier.FOR_ALL:
                return all(bodies)
            case Quantifier.EXISTS:
                return any(bodies)
            case Quantifier.SUM:
                return sum(bodies)

    def _SetOf(self, node: SetOf) -> frozenset[Any]:
        return frozenset(inner(node.element) for inner in self.bindings(node.generators))

    def _MapOf(self, node: MapOf) -> Map[Any, Any]:
        dummy = node.generator.dummy
        return Map(
            {
                inner.environment.names[dummy]: inner(node.value)
                for inner in self.bindings((node.generator,))
            }
        )

    def _SetLiteral(self, node: SetLiteral) -> frozenset[Any]:
        return frozenset(self(element) for element in node.elements)

    def _Sequence(self, node: Sequence) -> tuple[Any, ...]:
        result: tuple[Any, ...] = ()
        for spliced, part in node.parts:
            result += tuple(self(part)) if spliced else (self(part),)
        return result

    def _Size(self, node: Size) -> int:
        return len(self(node.operand))


def sorted_elements(values: Any) -> list[Any]:
    """The elements of a set or sequence, in an order that is the same at every run."""
    if isinstance(values, EnumMeta | range | tuple):
        return list(values)
    return sorted(values, key=_order)


def _order(value: Any) -> tuple[Any, ...]:
    """A key that puts the elements of a set in the same order at every run."""
    members = list(type(value).__members__) if isinstance(type(value), EnumMeta) else None
    if members is not None:
        return (members.index(value.name),)
    return tuple(value) if isinstance(value, tuple) else (value,)
