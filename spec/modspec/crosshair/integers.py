"""Integers that CrossHair keeps symbolic: words, which are bit-vectors, and counts of conditions.

CrossHair reasons about an ``int`` as a mathematical integer, in which ``&`` and ``>>`` are hard to
express, and then tries values one by one. A word is a bit-vector here, and the operators of Python
compute another one, exactly: ``<<`` makes the word longer and loses no bit, as in Python. The
number of bits set in a word is a count: a sum over conditions, kept in rows as the lifted
specification keeps its sums, so that two counts are compared row by row.

Each kind has some operators as terms. Every other operator works on the
:meth:`~SymbolicInteger.fallback`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import z3
from crosshair.core import realize
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt
from crosshair.statespace import context_statespace
from crosshair.tracers import NoTracing
from crosshair.util import CrossHairValue

from modspec.lift.logic import equal, negation
from modspec.lift.symbols import Bool, Number, term
from modspec.run.branchless import Word

Method = Callable[..., Any]
"""A method of an integer, as Python calls it for an operator."""


class SymbolicInteger(CrossHairValue):
    """An immutable integer that is not wholly known."""

    def __ch_pytype__(self) -> type[int]:
        return int

    def __ch_realize__(self) -> Any:
        return realize(self.fallback())

    def __ch_is_deeply_immutable__(self) -> bool:
        return True

    def __copy__(self) -> SymbolicInteger:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SymbolicInteger:
        return self

    def fallback(self) -> Any:
        """Return the same integer as another kind, which has all operators."""
        raise NotImplementedError

    def __bool__(self) -> bool:
        return bool(operator.ne(self, 0))

    def __hash__(self) -> int:
        return hash(self.__ch_realize__())

    def __repr__(self) -> str:
        return repr(self.__ch_realize__())

    def __format__(self, specification: str) -> str:
        return format(self.__ch_realize__(), specification)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.fallback(), name)


def _complete(kind: type[SymbolicInteger], methods: Mapping[str, Method]) -> None:
    """Give a kind of integer these methods, and a falling back method for every other operator."""
    for name in ("neg", "pos", "abs", "invert", "index", *_BINARY, *_COMPARISONS):
        setattr(kind, f"__{name}__", _on_fallback(getattr(operator, f"__{name}__")))
    for name in _BINARY:
        setattr(kind, f"__r{name}__", _on_fallback(_swap(getattr(operator, f"__{name}__"))))
    for name, method in {"__int__": _on_fallback(int), "__float__": _on_fallback(float)}.items():
        setattr(kind, name, method)
    for name, method in methods.items():
        setattr(kind, f"__{name}__", method)


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift",
           "and", "or", "xor")  # fmt: skip
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _on_fallback(operation: Method) -> Method:
    def method(self: SymbolicInteger, *others: Any) -> Any:
        return operation(self.fallback(), *others)

    return method


def _swap(operation: Method) -> Method:
    """Return the operation with its operands the other way round."""
    return lambda left, right: operation(right, left)


# -- words -----------------------------------------------------------------------------------------


class SymbolicWord(SymbolicInteger):
    """A non-negative integer with at most as many bits as its term.

    An operation whose result is no bit-vector, such as the complement of a word, which is negative,
    computes on values: CrossHair then tries them one by one and confirms nothing.
    """

    def __init__(self, var: z3.BitVecRef, kind: type[int] = int) -> None:
        """Take the term, and the type that Python would report."""
        self.var = var
        self.kind = kind

    def __ch_pytype__(self) -> type[int]:
        return self.kind

    def __ch_realize__(self) -> int:
        return self.fallback()

    def fallback(self) -> int:
        """Return one of the values."""
        with NoTracing():
            return self.kind(context_statespace().find_model_value(self.var))

    def bit_count(self) -> SymbolicCount:
        """Return how many bits are set."""
        with NoTracing():
            bits = (z3.Extract(i, i, self.var) == 1 for i in range(self.var.size()))
            return SymbolicCount(Number({i: ((1, bit),) for i, bit in enumerate(bits)}))


def widen(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
    """Return the same number in a bit-vector of that width, or as it is if that is wider."""
    missing = width - var.size()
    return z3.ZeroExt(missing, var) if missing > 0 else var


def choose(condition: z3.BoolRef, then: Any, otherwise: Any) -> SymbolicWord | None:
    """Return one of two words, by a condition; None unless both are words."""
    pair = _pair(then, otherwise)
    if pair is None:
        return None
    kinds = {v.kind if isinstance(v, SymbolicWord) else type(v) for v in (then, otherwise)}
    return SymbolicWord(z3.If(condition, *pair), Word if kinds == {Word} else int)


def _term(value: Any) -> z3.BitVecRef | None:
    """Return a value as a bit-vector of its length; None unless it is a non-negative integer."""
    if isinstance(value, SymbolicWord):
        return value.var
    if isinstance(value, SymbolicBool):
        return z3.If(value.var, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
    if isinstance(value, SymbolicInt):
        value = realize(value)
    if isinstance(value, int) and value >= 0:
        return z3.BitVecVal(int(value), max(value.bit_length(), 1))
    return None


def _pair(left: Any, right: Any) -> tuple[z3.BitVecRef, z3.BitVecRef] | None:
    """Return both values as bit-vectors of the same width; None unless both are words."""
    first, second = _term(left), _term(right)
    if first is None or second is None:
        return None
    width = max(first.size(), second.size())
    return widen(first, width), widen(second, width)


def _word_method(
    operation: Method, result: Callable[[Any], Any], meaning: Method | None = None
) -> Method:
    def method(self: SymbolicWord, other: Any) -> Any:
        with NoTracing():
            pair = _pair(self, other)
            if pair is not None:
                return result((meaning or operation)(*pair))
        return operation(self.fallback(), other)

    return method


def _sum(left: z3.BitVecRef, right: z3.BitVecRef) -> z3.BitVecRef:
    return z3.ZeroExt(1, left) + z3.ZeroExt(1, right)  # room for the carry


def _conjunction(self: SymbolicWord, other: Any) -> Any:
    """``&``, no longer than the shorter operand; a mask may be negative, such as ``~1``."""
    with NoTracing():
        if type(other) is int and other < 0:
            other &= (1 << self.var.size()) - 1
        mask = _term(other)
        if mask is not None:
            width = min(self.var.size(), mask.size())
            return SymbolicWord(_shorten(self.var, width) & _shorten(mask, width))
    return self.fallback() & other


def _shorten(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
    return z3.Extract(width - 1, 0, var) if var.size() > width else var


def _to_the_left(self: SymbolicWord, distance: Any) -> Any:
    with NoTracing():
        distance = realize(distance)
        if type(distance) is int and distance > 0:
            return SymbolicWord(z3.Concat(self.var, z3.BitVecVal(0, distance)))
    return self if distance == 0 else self.fallback() << distance


def _to_the_right(self: SymbolicWord, distance: Any) -> Any:
    with NoTracing():
        distance, width = realize(distance), self.var.size()
        if type(distance) is int and distance >= width:
            return 0
        if type(distance) is int and distance >= 0:
            return SymbolicWord(z3.Extract(width - 1, distance, self.var))
    return self.fallback() >> distance


_complete(
    SymbolicWord,
    {
        **dict.fromkeys(("and", "rand"), _conjunction),
        **dict.fromkeys(("or", "ror"), _word_method(operator.or_, SymbolicWord)),
        **dict.fromkeys(("xor", "rxor"), _word_method(operator.xor, SymbolicWord)),
        **dict.fromkeys(("add", "radd"), _word_method(operator.add, SymbolicWord, _sum)),
        "lshift": _to_the_left,
        "rshift": _to_the_right,
        "eq": _word_method(operator.eq, SymbolicBool),
        "ne": _word_method(operator.ne, SymbolicBool),
        "lt": _word_method(operator.lt, SymbolicBool, z3.ULT),
        "le": _word_method(operator.le, SymbolicBool, z3.ULE),
        "gt": _word_method(operator.gt, SymbolicBool, z3.UGT),
        "ge": _word_method(operator.ge, SymbolicBool, z3.UGE),
    },
)


# -- counts ----------------------------------------------------------------------------------------


class SymbolicCount(SymbolicInteger):
    """An integer that depends on conditions: a number of the lifted specification."""

    def __init__(self, number: Number) -> None:
        """Take the number."""
        self.number = number

    def fallback(self) -> SymbolicInt:
        """Return the same number as an integer of CrossHair."""
        with NoTracing():
            weighted = [pair for row in self.number.rows.values() for pair in row]
            terms = [z3.If(condition, z3.IntVal(w), z3.IntVal(0)) for w, condition in weighted]
            return SymbolicInt(z3.Sum([z3.IntVal(self.number.constant), *terms]))


def _count_method(
    operation: Method, result: Callable[[Any], Any], meaning: Method | None = None
) -> Method:
    def method(self: SymbolicCount, other: Any) -> Any:
        with NoTracing():
            operand = other.number if isinstance(other, SymbolicCount) else other
            if isinstance(operand, Number) or type(operand) is int:
                return result((meaning or operation)(self.number, operand))
        return operation(self.fallback(), other)

    return method


def _truth(value: Bool) -> SymbolicBool:
    return SymbolicBool(term(value))


def _unequal(left: Number, right: Number | int) -> Bool:
    return negation(equal(left, right))


_complete(
    SymbolicCount,
    {
        "eq": _count_method(operator.eq, _truth, equal),
        "ne": _count_method(operator.ne, _truth, _unequal),
        **{n: _count_method(getattr(operator, n), _truth) for n in ("lt", "le", "gt", "ge")},
        **{n: _count_method(getattr(operator, n), SymbolicCount) for n in ("add", "sub")},
        "radd": _count_method(_swap(operator.add), SymbolicCount),
        "rsub": _count_method(_swap(operator.sub), SymbolicCount),
    },
)
