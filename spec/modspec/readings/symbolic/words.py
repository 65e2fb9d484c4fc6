"""Words: non-negative integers whose bits are terms of the solver.

CrossHair reasons about an ``int`` as a mathematical integer, where ``&`` and ``>>`` mean nothing; it then
tries values one by one. Here a word is a bit-vector, and what Python computes with it is another one,
exactly: ``<<`` makes it longer rather than lose bits, as it does in Python.
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
from crosshair.util import CrossHairValue

from modspec.branchless import Word
from modspec.readings.symbolic.counts import bits_set


class SymbolicWord(CrossHairValue):
    """A non-negative integer of at most as many bits as its term has.

    What a bit-vector cannot be, such as the complement of a word, which is negative, is computed on values:
    CrossHair tries them one by one then, and confirms nothing.
    """

    def __init__(self, var: z3.BitVecRef, kind: type[int] = int) -> None:
        """Take the term, and what Python would say the type is."""
        self.var = var
        self._kind = kind

    # -- what CrossHair asks

    def __ch_pytype__(self) -> type[int]:
        return self._kind

    def __ch_realize__(self) -> int:
        with NoTracing():
            return self._kind(context_statespace().find_model_value(self.var))

    def __ch_is_deeply_immutable__(self) -> bool:
        return True

    def __copy__(self) -> SymbolicWord:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SymbolicWord:
        return self

    # -- what Python asks

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __hash__(self) -> int:
        return hash(self.__ch_realize__())

    def __repr__(self) -> str:
        return repr(self.__ch_realize__())

    def __format__(self, specification: str) -> str:
        return format(self.__ch_realize__(), specification)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.__ch_realize__(), name)

    def __lshift__(self, distance: Any) -> Any:
        with NoTracing():
            distance = realize(distance)
            if distance >= 0:
                zeros = [z3.BitVecVal(0, distance)] if distance else []
                return SymbolicWord(_joined([self.var, *zeros]))
        return self.__ch_realize__() << distance

    def __rshift__(self, distance: Any) -> Any:
        with NoTracing():
            distance = realize(distance)
            if distance >= 0:
                width = self.var.size()
                if distance >= width:
                    return SymbolicWord(z3.BitVecVal(0, 1))
                return SymbolicWord(z3.Extract(width - 1, distance, self.var))
        return self.__ch_realize__() >> distance

    def bit_count(self) -> Any:
        """How many bits are set."""
        with NoTracing():
            return bits_set([z3.Extract(i, i, self.var) == 1 for i in range(self.var.size())])


def term(value: Any) -> z3.BitVecRef | None:
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


def widened(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
    """The same number in a bit-vector of that length, or of its own if that is greater."""
    missing = width - var.size()
    return z3.ZeroExt(missing, var) if missing > 0 else var


def chosen(condition: z3.BoolRef, then: Any, otherwise: Any) -> SymbolicWord | None:
    """One of two words; None if they are none."""
    pair = _pair(then, otherwise)
    return None if pair is None else SymbolicWord(z3.If(condition, *pair), _kind(then, otherwise))


def _joined(parts: list[z3.BitVecRef]) -> z3.BitVecRef:
    return z3.Concat(*parts) if len(parts) > 1 else parts[0]


def _pair(left: Any, right: Any) -> tuple[z3.BitVecRef, z3.BitVecRef] | None:
    """Both as bit-vectors of the same length."""
    first, second = term(left), term(right)
    if first is None or second is None:
        return None
    width = max(first.size(), second.size())
    return widened(first, width), widened(second, width)


def _kind(left: Any, right: Any) -> type[int]:
    kinds = {v._kind if isinstance(v, SymbolicWord) else type(v) for v in (left, right)}
    return Word if kinds == {Word} else int


# -- operators -------------------------------------------------------------------------------------


def _bits(operation: Callable[[Any, Any], Any]) -> Callable[[SymbolicWord, Any], Any]:
    def method(self: SymbolicWord, other: Any) -> Any:
        with NoTracing():
            pair = _pair(self, other)
            if pair is not None:
                return SymbolicWord(operation(*pair))
        return operation(self.__ch_realize__(), other)

    return method


def _conjunction(self: SymbolicWord, other: Any) -> Any:
    """``&``, which is no longer than the shorter operand; a mask may be negative, such as ``~1``."""
    with NoTracing():
        if type(other) is int and other < 0:
            other &= (1 << self.var.size()) - 1
        mask = term(other)
        if mask is not None:
            width = min(self.var.size(), mask.size())
            return SymbolicWord(_shortened(self.var, width) & _shortened(mask, width))
    return self.__ch_realize__() & other


def _shortened(var: z3.BitVecRef, width: int) -> z3.BitVecRef:
    return z3.Extract(width - 1, 0, var) if var.size() > width else var


def _compared(
    operation: Callable[[Any, Any], Any], meaning: Callable[[Any, Any], z3.BoolRef]
) -> Callable[[SymbolicWord, Any], Any]:
    def method(self: SymbolicWord, other: Any) -> Any:
        with NoTracing():
            pair = _pair(self, other)
            if pair is not None:
                return SymbolicBool(meaning(*pair))
        return operation(self.__ch_realize__(), other)

    return method


def _sum(self: SymbolicWord, other: Any) -> Any:
    with NoTracing():
        pair = _pair(self, other)
        if pair is not None:
            left, right = (z3.ZeroExt(1, part) for part in pair)  # room for the carry
            return SymbolicWord(left + right)
    return self.__ch_realize__() + other


def _on_values(operation: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: SymbolicWord, *others: Any) -> Any:
        return operation(self.__ch_realize__(), *others)

    return method


def _on_values_swapped(operation: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: SymbolicWord, other: Any) -> Any:
        return operation(other, self.__ch_realize__())

    return method


_METHODS: dict[str, Callable[..., Any]] = {
    "__and__": _conjunction,
    "__rand__": _conjunction,
    "__add__": _sum,
    "__radd__": _sum,
    "__eq__": _compared(operator.eq, operator.eq),
    "__ne__": _compared(operator.ne, operator.ne),
    "__lt__": _compared(operator.lt, z3.ULT),
    "__le__": _compared(operator.le, z3.ULE),
    "__gt__": _compared(operator.gt, z3.UGT),
    "__ge__": _compared(operator.ge, z3.UGE),
}
for _name in ("or", "xor"):
    _operation = getattr(operator, f"__{_name}__")
    _METHODS |= {f"__{_name}__": _bits(_operation), f"__r{_name}__": _bits(_operation)}
for _name in ("sub", "mul", "floordiv", "mod", "truediv", "pow", "lshift", "rshift"):
    _operation = getattr(operator, f"__{_name}__")
    _METHODS[f"__r{_name}__"] = _on_values_swapped(_operation)
    if not _name.endswith("shift"):
        _METHODS[f"__{_name}__"] = _on_values(_operation)
for _name in ("invert", "neg", "pos", "abs", "index", "int", "float"):
    _METHODS[f"__{_name}__"] = _on_values({"int": int, "float": float}.get(_name) or getattr(operator, f"__{_name}__"))
for _name, _method in _METHODS.items():
    setattr(SymbolicWord, _name, _method)
