"""Branchless: a choice without an ``if``, so that one text computes on many kinds of values.

Python's ``if`` needs the truth of its condition, which a symbolic condition, or an array of them,
does not have. :func:`select` does not need it. On plain values it is the conditional expression;
for another kind of condition, register its meaning: ``numpy.where``, z3's ``If``.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any


class Word(int):
    """An unsigned word of 64 bits, ``0 .. 2**64 - 1``: an int whose type tells tools its width."""


@singledispatch
def select(condition: Any, then: Any, otherwise: Any) -> Any:
    """Return ``then`` where the condition holds, ``otherwise`` elsewhere; both are computed."""
    return then if condition else otherwise
