"""Branchless: how to choose without branching, so that one text computes on many kinds of values.

Python's ``if`` asks a condition for its truth, which a symbolic condition, or an array of them, does
not have. :func:`select` asks for nothing. On plain values it is the conditional expression; whoever
brings another kind of condition registers what it means there: ``numpy.where``, z3's ``If``.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any


class Word(int):
    """An unsigned word of 64 bits, ``0 .. 2**64 - 1``: an int whose type tells tools its width."""


@singledispatch
def select(condition: Any, then: Any, otherwise: Any) -> Any:
    """``then`` where the condition holds, and ``otherwise`` elsewhere; both are already computed."""
    return then if condition else otherwise
