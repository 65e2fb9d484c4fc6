"""Counts: integers that are sums over conditions.

How many bits of a word are set is such a sum. It is kept as the lifted specification keeps its own, a row
for each bit, so that the two are compared bit by bit; a mathematical integer would have forgotten
what it is made of.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import z3
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt
from crosshair.tracers import NoTracing
from crosshair.util import CrossHairValue

from modspec.readings.lift.logic import equal, negation
from modspec.readings.lift.symbols import Bool, Number, term


class SymbolicCount(CrossHairValue):
    """An integer that depends on conditions: a number of the lifted specification."""

    def __init__(self, number: Number) -> None:
        self.number = number

    def __ch_pytype__(self) -> type[int]:
        return int

    def __ch_realize__(self) -> Any:
        return self._integer().__ch_realize__()

    def __ch_is_deeply_immutable__(self) -> bool:
        return True

    def __copy__(self) -> SymbolicCount:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SymbolicCount:
        return self

    def __hash__(self) -> int:
        return hash(self.__ch_realize__())

    def __repr__(self) -> str:
        return repr(self.__ch_realize__())

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._integer(), name)

    def _integer(self) -> SymbolicInt:
        """The same as CrossHair has integers, for whatever else is done with it."""
        with NoTracing():
            weighted = [pair for row in self.number.rows.values() for pair in row]
            terms = [z3.If(condition, z3.IntVal(w), z3.IntVal(0)) for w, condition in weighted]
            return SymbolicInt(z3.Sum([z3.IntVal(self.number.constant), *terms]))


def bits_set(bits: list[z3.BoolRef]) -> SymbolicCount:
    """How many of these conditions hold; in the sum, each goes by its number."""
    return SymbolicCount(Number({number: ((1, bit),) for number, bit in enumerate(bits)}))


# -- operators -------------------------------------------------------------------------------------


def _number(value: Any) -> Number | int | None:
    """The value as the lifted specification has it; None if it is of another kind."""
    if isinstance(value, SymbolicCount):
        return value.number
    return value if type(value) is int else None


def _computed(
    operation: Callable[[Any, Any], Any],
    meaning: Callable[[Number, Number | int], Any],
    made: Callable[[Any], Any],
) -> Callable[[SymbolicCount, Any], Any]:
    def method(self: SymbolicCount, other: Any) -> Any:
        with NoTracing():
            operand = _number(other)
            if operand is not None:
                return made(meaning(self.number, operand))
        return operation(self._integer(), other)

    return method


def _as_integer(operation: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: SymbolicCount, *others: Any) -> Any:
        return operation(self._integer(), *others)

    return method


def _swapped(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda left, right: operation(right, left)


def _truth(value: Bool) -> SymbolicBool:
    return SymbolicBool(term(value))


def _unequal(left: Number, right: Number | int) -> Bool:
    return negation(equal(left, right))


_METHODS = {
    "__eq__": _computed(operator.eq, equal, _truth),
    "__ne__": _computed(operator.ne, _unequal, _truth),
}
for _name in ("lt", "le", "gt", "ge"):
    _operation = getattr(operator, f"__{_name}__")
    _METHODS[f"__{_name}__"] = _computed(_operation, _operation, _truth)
for _name in ("add", "sub"):
    _operation = getattr(operator, f"__{_name}__")
    _METHODS[f"__{_name}__"] = _computed(_operation, _operation, SymbolicCount)
    _operation = _swapped(_operation)
    _METHODS[f"__r{_name}__"] = _computed(_operation, _operation, SymbolicCount)
for _name in ("mul", "floordiv", "mod", "truediv", "pow", "and", "or", "xor", "lshift", "rshift"):
    _operation = getattr(operator, f"__{_name}__")
    _METHODS[f"__{_name}__"] = _as_integer(_operation)
    _METHODS[f"__r{_name}__"] = _as_integer(_swapped(_operation))
for _name in ("invert", "neg", "pos", "abs", "index"):
    _METHODS[f"__{_name}__"] = _as_integer(getattr(operator, f"__{_name}__"))
_METHODS |= {"__int__": _as_integer(int), "__float__": _as_integer(float)}
for _name, _made in _METHODS.items():
    setattr(SymbolicCount, _name, _made)
