"""Integers without bounds: times, and amounts of anything.

A :class:`~modspec.lift.symbols.Number` is made of conditions and has bounds; an :class:`Integer` is
a mathematical one, a term by itself.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import z3

from modspec.lift.symbols import Bool, Number, Symbol, Symbolic, Truth


class Integer(Symbol):
    """An integer that depends on the variables of its term."""

    called = "integer"
    __slots__ = ("term",)

    def __init__(self, term: z3.ArithRef) -> None:
        self.term = term

    def __repr__(self) -> str:
        return f"Integer({self.term})"

    def equals(self, other: object) -> Bool:
        """Whether the two are the same integer."""
        return _comparison(operator.eq)(self, other)

    def __mul__(self, other: int) -> Integer:
        if isinstance(other, Symbol):
            raise Symbolic("a symbolic integer can only be multiplied by a known one")
        return Integer(self.term * other)

    __rmul__ = __mul__

    def __neg__(self) -> Integer:
        return Integer(-self.term)


def arithmetic(value: object) -> z3.ArithRef:
    """Return a number of any kind as a term of mathematical integers."""
    if isinstance(value, Integer):
        return value.term
    if isinstance(value, Number):
        weighted = (pair for row in value.rows.values() for pair in row)
        return z3.Sum(value.constant, *(z3.If(c, weight, 0) for weight, c in weighted))
    if isinstance(value, int) and not isinstance(value, bool):
        return z3.IntVal(value)
    raise Symbolic(f"a symbolic integer meets {value!r}, which is no number")


def chosen(condition: Truth, then: object, otherwise: object) -> Integer:
    """Return ``then`` if the condition holds, else ``otherwise``."""
    return Integer(z3.If(condition.term, arithmetic(then), arithmetic(otherwise)))


def _operator(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Integer]:
    return lambda self, other: Integer(operation(self.term, arithmetic(other)))


def _reflected_operator(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Integer]:
    return lambda self, other: Integer(operation(arithmetic(other), self.term))


def _comparison(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Bool]:
    return lambda self, other: Truth(operation(self.term, arithmetic(other)))


for _name in ("add", "sub"):
    setattr(Integer, f"__{_name}__", _operator(getattr(operator, _name)))
    setattr(Integer, f"__r{_name}__", _reflected_operator(getattr(operator, _name)))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Integer, f"__{_name}__", _comparison(getattr(operator, _name)))
