"""Words: non-negative integers whose bits are terms of the solver.

CrossHair reasons about an ``int`` as a mathematical integer, of which ``&`` and ``>>`` are hard to say;
it then tries values one by one. Here a word is a bit-vector, and what Python computes with it is another
one, exactly: ``<<`` makes it longer rather than lose bits, as it does in Python.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import z3
from crosshair.core import realize
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt
from crosshair.statespace import context_statespace
from crosshair.tracers import NoTracing

from modspec.crosshair.counts import how_many
from modspec.crosshair.integers import Method, SymbolicInteger, complete
from modspec.run.branchless import Word


class SymbolicWord(SymbolicInteger):
    """A non-negative integer of at most as many bits as its term has.

    What no bit-vector can be, such as the complement of a word, which is negative, is computed on
    values: CrossHair tries them one by one then, and confirms nothing.
    """

    def __init__(self, var: z3.BitVecRef, kind: type[int] = int) -> None:
        """Take the term, and what Python would say the type is."""
        self.var = var
        self.kind = kind

    def __ch_pytype__(self) -> type[int]:
        return self.kind

    def __ch_realize__(self) -> int:
        return self.fallback()

    def fallback(self) -> int:
        """One of the values."""
        with NoTracing():
            return self.kind(context_statespace().find_model_value(self.var))

    def bit_count(self) -> Any:
        """How many bits are set."""
        with NoTracing():
            return how_many(z3.Extract(i, i, self.var) == 1 for i in range(self.var.size()))


def widen(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
    """The same number in a bit-vector of that length, or of its own if that is greater."""
    missing = width - var.size()
    return z3.ZeroExt(missing, var) if missing > 0 else var


def chosen(condition: z3.BoolRef, then: Any, otherwise: Any) -> SymbolicWord | None:
    """One of two words, by a condition; None if they are none."""
    pair = _pair(then, otherwise)
    if pair is None:
        return None
    kinds = {v.kind if isinstance(v, SymbolicWord) else type(v) for v in (then, otherwise)}
    return SymbolicWord(z3.If(condition, *pair), Word if kinds == {Word} else int)


def _term(value: Any) -> z3.BitVecRef | None:
    """The value as a bit-vector, as long as need be; None if it is no non-negative integer."""
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
    """Both as bit-vectors of the same length."""
    first, second = _term(left), _term(right)
    if first is None or second is None:
        return None
    width = max(first.size(), second.size())
    return widen(first, width), widen(second, width)


# -- operators -------------------------------------------------------------------------------------


def _computed(
    operation: Method, made: Callable[[Any], Any], meaning: Method | None = None
) -> Method:
    def method(self: SymbolicWord, other: Any) -> Any:
        with NoTracing():
            pair = _pair(self, other)
            if pair is not None:
                return made((meaning or operation)(*pair))
        return operation(self.fallback(), other)

    return method


def _sum(left: z3.BitVecRef, right: z3.BitVecRef) -> z3.BitVecRef:
    return z3.ZeroExt(1, left) + z3.ZeroExt(1, right)  # room for the carry


def _conjunction(self: SymbolicWord, other: Any) -> Any:
    """``&``, which is no longer than the shorter operand; a mask may be negative, such as ``~1``."""
    with NoTracing():
        if type(other) is int and other < 0:
            other &= (1 << self.var.size()) - 1
        mask = _term(other)
        if mask is not None:
            width = min(self.var.size(), mask.size())
            return SymbolicWord(_shortened(self.var, width) & _shortened(mask, width))
    return self.fallback() & other


def _shortened(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
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


_OR = _computed(operator.or_, SymbolicWord)
_XOR = _computed(operator.xor, SymbolicWord)
_ADD = _computed(operator.add, SymbolicWord, _sum)

complete(
    SymbolicWord,
    {
        "__and__": _conjunction,
        "__rand__": _conjunction,
        "__or__": _OR,
        "__ror__": _OR,
        "__xor__": _XOR,
        "__rxor__": _XOR,
        "__lshift__": _to_the_left,
        "__rshift__": _to_the_right,
        "__add__": _ADD,
        "__radd__": _ADD,
        "__eq__": _computed(operator.eq, SymbolicBool),
        "__ne__": _computed(operator.ne, SymbolicBool),
        "__lt__": _computed(operator.lt, SymbolicBool, z3.ULT),
        "__le__": _computed(operator.le, SymbolicBool, z3.ULE),
        "__gt__": _computed(operator.gt, SymbolicBool, z3.UGT),
        "__ge__": _computed(operator.ge, SymbolicBool, z3.UGE),
    },
)
