"""Integers without bounds, such as times and amounts of anything; and reals.

A :class:`~modspec.lift.symbols.Number` is made of conditions and has bounds; an :class:`Integer` is
a mathematical one, a term by itself. So is a :class:`RealTerm`; what is computed from one is one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

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

    def __mul__(self, other: Any) -> Integer:
        is_real = isinstance(self, RealTerm) or isinstance(other, RealTerm)
        if isinstance(other, Symbol) and not is_real:
            raise Symbolic("a symbolic integer can only be multiplied by a known one")
        return _number(self.term * arithmetic(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Integer:
        if isinstance(other, Symbol) or other == 0:
            raise _division_refusal()
        real = z3.ToReal(self.term) if self.term.is_int() else self.term
        return _number(real / arithmetic(other))

    def __rtruediv__(self, other: float) -> NoReturn:
        raise _division_refusal()

    def __neg__(self) -> Integer:
        return _number(-self.term)

    def __abs__(self) -> Integer:
        return _number(z3.If(self.term >= 0, self.term, -self.term))

    def __float__(self) -> float:
        what = "a square root has no term"
        raise Symbolic(f"{what}: say of the root r that it is not negative, and that r * r is this")


class RealTerm(Integer):
    """A real that depends on the variables of its term."""

    called = "real"
    __slots__ = ()

    def __repr__(self) -> str:
        return f"RealTerm({self.term})"


def _division_refusal() -> Symbolic:
    return Symbolic("a number is divided by a known one only: say what the product is instead")


def _number(term: z3.ArithRef) -> Integer:
    """Return a term as an integer or a real."""
    return Integer(term) if term.is_int() else RealTerm(term)


def arithmetic(value: object) -> z3.ArithRef:
    """Return a number of any kind as a term of mathematical integers or reals."""
    if isinstance(value, Integer):
        return value.term
    if isinstance(value, Number):
        weighted = (pair for row in value.rows.values() for pair in row)
        return z3.Sum(value.constant, *(z3.If(c, weight, 0) for weight, c in weighted))
    if isinstance(value, int) and not isinstance(value, bool):
        return z3.IntVal(value)
    if isinstance(value, float):
        return z3.RealVal(str(Fraction(value)))
    raise Symbolic(f"a symbolic integer meets {value!r}, which is no number")


def chosen(condition: Truth, then: object, otherwise: object) -> Integer:
    """Return ``then`` if the condition holds, else ``otherwise``."""
    return _number(z3.If(condition.term, arithmetic(then), arithmetic(otherwise)))


def _operator(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Integer]:
    return lambda self, other: _number(operation(self.term, arithmetic(other)))


def _reflected_operator(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Integer]:
    return lambda self, other: _number(operation(arithmetic(other), self.term))


def _comparison(operation: Callable[[Any, Any], Any]) -> Callable[[Integer, Any], Bool]:
    return lambda self, other: Truth(operation(self.term, arithmetic(other)))


for _name in ("add", "sub"):
    setattr(Integer, f"__{_name}__", _operator(getattr(operator, _name)))
    setattr(Integer, f"__r{_name}__", _reflected_operator(getattr(operator, _name)))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Integer, f"__{_name}__", _comparison(getattr(operator, _name)))
