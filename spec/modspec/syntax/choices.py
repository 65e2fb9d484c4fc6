"""Choices: values that a specification describes by a condition.

``some(x for x in S if P)`` is any such value, and a program may yield any of them: its reply
is right if the condition holds for it, and the next state follows from it. ``the(...)`` is the only
such value; there has to be exactly one.

Run by itself, a specification chooses the first value in order. To follow a choice that was made
elsewhere, evaluate the text within :func:`picking`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from modspec.syntax.order import sorted_elements
from modspec.syntax.values import frozen

T = TypeVar("T")

IsChosen: TypeAlias = Callable[[Any], bool]
"""Whether a value is the one that was chosen."""


@dataclass
class Pick:
    """One choice: which value is chosen, and, once it is made, which values were allowed."""

    is_chosen: IsChosen | None = None
    """Whether a value is the one to take; where none is, the first value is taken."""

    allowed: tuple[Any, ...] = ()
    """The values that might have been chosen, in order."""


_pick: ContextVar[Pick | None] = ContextVar("pick", default=None)


@contextmanager
def picking(is_chosen: IsChosen | None) -> Iterator[Pick]:
    """Let ``some`` take the value that is chosen, if it is allowed; yield what was allowed."""
    pick = Pick(is_chosen)
    token = _pick.set(pick)
    try:
        yield pick
    finally:
        _pick.reset(token)


def some(values: Iterable[T]) -> T:
    """Return any one of some values: the first in order, unless :func:`picking` chooses another.

    Raises ValueError if there is none.
    """
    allowed: tuple[T, ...] = tuple(sorted_elements(frozenset(map(frozen, values))))
    if not allowed:
        raise ValueError("there is nothing to choose from")
    pick = _pick.get() or Pick()
    pick.allowed = allowed
    if pick.is_chosen is None:
        return allowed[0]
    return next(filter(pick.is_chosen, allowed), allowed[0])


def the(values: Iterable[T]) -> T:
    """Return the only one of some values; ValueError unless there is exactly one."""
    found: frozenset[T] = frozenset(map(frozen, values))
    if len(found) != 1:
        raise ValueError(f"there are {len(found)} values where there has to be one")
    (value,) = found
    return value
