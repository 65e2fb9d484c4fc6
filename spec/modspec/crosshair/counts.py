"""Counts: integers that are sums over conditions.

How many bits of a word are set is such a sum. It is kept as the lifted specification keeps its own, in
rows, so that two of them are compared row by row; a mathematical integer would have forgotten what
it is made of.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import z3
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt
from crosshair.tracers import NoTracing

from modspec.crosshair.integers import Method, SymbolicInteger, complete, swapped
from modspec.lift.logic import equal, negation
from modspec.lift.symbols import Bool, Number, term


class SymbolicCount(SymbolicInteger):
    """An integer that depends on conditions: a number of the lifted specification."""

    def __init__(self, number: Number) -> None:
        """Take the number."""
        self.number = number

    def fallback(self) -> SymbolicInt:
        """The same as CrossHair has integers."""
        with NoTracing():
            weighted = [pair for row in self.number.rows.values() for pair in row]
            terms = [z3.If(condition, z3.IntVal(w), z3.IntVal(0)) for w, condition in weighted]
            return SymbolicInt(z3.Sum([z3.IntVal(self.number.constant), *terms]))


def how_many(conditions: Iterable[z3.BoolRef]) -> SymbolicCount:
    """How many of these hold; in the sum, each goes by its number."""
    return SymbolicCount(Number({i: ((1, holds),) for i, holds in enumerate(conditions)}))


def _computed(
    operation: Method,
    made: Callable[[Any], Any],
    meaning: Callable[[Number, Number | int], Any] | None = None,
) -> Method:
    def method(self: SymbolicCount, other: Any) -> Any:
        with NoTracing():
            operand = other.number if isinstance(other, SymbolicCount) else other
            if isinstance(operand, Number) or type(operand) is int:
                return made((meaning or operation)(self.number, operand))
        return operation(self.fallback(), other)

    return method


def _truth(value: Bool) -> SymbolicBool:
    return SymbolicBool(term(value))


def _unequal(left: Number, right: Number | int) -> Bool:
    return negation(equal(left, right))


complete(
    SymbolicCount,
    {
        "__eq__": _computed(operator.eq, _truth, equal),
        "__ne__": _computed(operator.ne, _truth, _unequal),
        "__lt__": _computed(operator.lt, _truth),
        "__le__": _computed(operator.le, _truth),
        "__gt__": _computed(operator.gt, _truth),
        "__ge__": _computed(operator.ge, _truth),
        "__add__": _computed(operator.add, SymbolicCount),
        "__radd__": _computed(swapped(operator.add), SymbolicCount),
        "__sub__": _computed(operator.sub, SymbolicCount),
        "__rsub__": _computed(swapped(operator.sub), SymbolicCount),
    },
)
