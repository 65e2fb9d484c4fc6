"""Bits: symbolic words.

A program that computes with words, by ``&``, ``|``, ``^``, ``<<``, ``>>`` and the like, can take
these in place of words if no branch depends on a word. Its result is a term for all that it
computes. The width is chosen by who makes them: at 64 bits they compute like unsigned 64-bit words,
such as those of NumPy; at 128 bits like Python's integers, as far as such a program can tell.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import z3

from modspec.lift.logic import merge
from modspec.lift.symbols import Bool, Symbol, Symbolic, Truth, term
from modspec.run.branchless import select

_WIDEST = 128
"""The width of a word with no width of its own: it is cut where it meets another word."""


def _operator(operation: Callable[[Any, Any], Any]) -> Callable[[Bits, object], Bits]:
    def method(self: Bits, other: object) -> Bits:
        return self._with(other, operation)

    return method


class Bits(Symbol):
    """An unsigned word that depends on the variables of its term."""

    called = "word"
    __slots__ = ("term",)

    def __init__(self, term: z3.BitVecRef) -> None:
        self.term = term

    def __repr__(self) -> str:
        return f"Bits({self.term})"

    @property
    def width(self) -> int:
        """The number of bits."""
        return int(self.term.size())

    def has(self, number: int) -> Truth:
        """Whether the bit with that number, counted from the lowest, is set."""
        return Truth(z3.Extract(number, number, self.term) == 1)

    def _with(self, other: object, operation: Callable[[Any, Any], z3.BitVecRef]) -> Bits:
        width = min(self.width, other.width) if isinstance(other, Bits) else self.width
        return Bits(operation(self._in(width), self._term_of(other, width)))

    def _in(self, width: int) -> z3.BitVecRef:
        return self.term if width == self.width else z3.Extract(width - 1, 0, self.term)

    def _term_of(self, other: object, width: int = 0) -> z3.BitVecRef:
        width = width or self.width
        if isinstance(other, Bits):
            return other._in(width)
        if isinstance(other, int):
            return z3.BitVecVal(other, width)
        raise Symbolic(f"a symbolic word is combined with {other!r}, which is no integer")

    __and__ = __rand__ = _operator(operator.and_)
    __or__ = __ror__ = _operator(operator.or_)
    __xor__ = __rxor__ = _operator(operator.xor)
    __add__ = __radd__ = _operator(operator.add)
    __mul__ = __rmul__ = _operator(operator.mul)
    __sub__ = _operator(operator.sub)
    __rsub__ = _operator(lambda a, b: b - a)
    __lshift__ = _operator(operator.lshift)
    __rlshift__ = _operator(lambda a, b: b << a)
    __rshift__ = _operator(z3.LShR)  # a word has no sign to copy
    __rrshift__ = _operator(lambda a, b: z3.LShR(b, a))

    def __invert__(self) -> Bits:
        return Bits(~self.term)

    def __neg__(self) -> Bits:
        return Bits(-self.term)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]  # the result is symbolic
        return Truth(self._with(other, lambda a, b: a ^ b).term == 0)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]  # as for ==
        return Truth(self._with(other, lambda a, b: a ^ b).term != 0)

    __hash__ = Symbol.__hash__

    def __index__(self) -> int:
        self._refuse("the value")


def word(bits: Iterable[Bool], width: int) -> Bits:
    """Return the word with these bits, the lowest first, and zeros above them."""
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    parts = [z3.If(term(bit), one, zero) if isinstance(bit, Truth) else one if bit else zero
             for bit in bits]  # fmt: skip
    joined = z3.Concat(*reversed(parts))
    return Bits(z3.ZeroExt(width - len(parts), joined) if width > len(parts) else joined)


@select.register
def _(condition: Truth, then: Any, otherwise: Any) -> Any:
    """Return what :func:`~modspec.run.branchless.select` means for a symbolic condition.

    A choice between two known integers is a word wide enough for every word that it may meet.
    """
    if type(then) is int and type(otherwise) is int:
        then = Bits(z3.BitVecVal(then, _WIDEST))
    if isinstance(then, Bits):
        return Bits(z3.If(condition.term, then.term, then._term_of(otherwise)))
    if isinstance(otherwise, Bits):
        return Bits(z3.If(condition.term, otherwise._term_of(then), otherwise.term))
    return merge(condition, then, otherwise)
