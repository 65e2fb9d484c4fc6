"""Integers: what the kinds of integers that CrossHair is taught have in common.

Each knows some operations as terms. Whatever else is done with one is done with the :meth:`fallback`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from crosshair.core import realize
from crosshair.util import CrossHairValue

Method = Callable[..., Any]
"""A method of an integer, as Python calls it for an operator."""


class SymbolicInteger(CrossHairValue):
    """An integer of which not everything is known. It does not change."""

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
        """The same integer as another kind, which knows all operations."""
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


def complete(kind: type[SymbolicInteger], methods: Mapping[str, Method]) -> None:
    """Give a kind of integer these methods, and for every other operator one that falls back."""
    for name, method in {**_fallbacks(), **methods}.items():
        setattr(kind, name, method)


def swapped(operation: Method) -> Method:
    """The operation with its operands the other way round."""
    return lambda left, right: operation(right, left)


_UNARY = ("neg", "pos", "abs", "invert", "index")
_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift",
           "and", "or", "xor")  # fmt: skip
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _fallbacks() -> dict[str, Method]:
    methods = {"__int__": _on_fallback(int), "__float__": _on_fallback(float)}
    for name in (*_UNARY, *_BINARY, *_COMPARISONS):
        methods[f"__{name}__"] = _on_fallback(getattr(operator, f"__{name}__"))
    for name in _BINARY:
        methods[f"__r{name}__"] = _on_fallback(swapped(getattr(operator, f"__{name}__")))
    return methods


def _on_fallback(operation: Method) -> Method:
    def method(self: SymbolicInteger, *others: Any) -> Any:
        return operation(self.fallback(), *others)

    return method
