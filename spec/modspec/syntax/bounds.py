"""Bounds: types of integers from one number to another, and the natural numbers.

``Digit: TypeAlias = Annotated[int, range(10)]`` is a type with ten values, ``Nat`` the integers
that are not negative. To Python and to type checkers both are ``int``. A specification says nothing
of an argument outside its type, and a state or an output outside its type is a fault of the
specification, as a broken invariant is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from modspec.syntax.values import State


@dataclass(frozen=True)
class Bounds:
    """The integers from ``low`` to ``high``, both included; without an end if this is None."""

    low: int
    high: int | None = None

    def has(self, value: Any) -> bool:
        """Whether a value is one of these integers."""
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value
            and (self.high is None or value <= self.high)
        )

    def __str__(self) -> str:
        return f"at least {self.low}" if self.high is None else f"from {self.low} to {self.high}"


Nat: TypeAlias = Annotated[int, Bounds(0)]
"""The natural numbers: the integers that are not negative."""


def bounds_of(kind: Any) -> Bounds | None:
    """Return the bounds that an annotation sets for an integer; None if it sets none."""
    if get_origin(kind) is not Annotated:
        return None
    for mark in kind.__metadata__:
        if isinstance(mark, range):
            return Bounds(mark.start, mark.stop - 1)
        if isinstance(mark, Bounds):
            return mark
    return None


def bounded_hints(declared: Any) -> Mapping[str, Any]:
    """Return the annotations of a class or function by name, with their bounds.

    There are none if they cannot be evaluated: see :func:`~modspec.syntax.kinds.hints_of`.
    """
    return _bounded_hints(declared)


@cache
def _bounded_hints(declared: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(declared, include_extras=True)
    except (NameError, TypeError):
        return {}


def output_hint(function: Any) -> Any:
    """Return the annotation of a function's output, with its bounds; without the next state."""
    kind = bounded_hints(function).get("return")
    match get_origin(kind), get_args(kind):
        case origin, (_, output) if origin is tuple and output is not ...:
            return output
    return kind


@dataclass(frozen=True)
class Outlier:
    """An integer that is outside the type of the place where it is."""

    value: int
    bounds: Bounds

    def __str__(self) -> str:
        return f"{self.value}, which is not {self.bounds}"


def outlier(value: Any, kind: Any) -> Outlier | None:
    """Return the first integer in a value of some type that is outside its own type, if any is."""
    return next(_outliers(value, kind), None) if holds_bounds(kind) else None


def _outliers(value: Any, kind: Any) -> Iterator[Outlier]:
    bounds = bounds_of(kind)
    if bounds is not None:
        if not bounds.has(value):
            yield Outlier(value, bounds)
        return
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        found = [[*_outliers(value, each)] for each in arguments if _may_be(value, each)]
        if found and all(found):
            yield from found[0]
    elif isinstance(value, Mapping) and len(arguments) == 2:
        for key, each in value.items():
            yield from (*_outliers(key, arguments[0]), *_outliers(each, arguments[1]))
    elif isinstance(value, State) or hasattr(value, "_fields"):
        for name, inner in bounded_hints(type(value)).items():
            yield from _outliers(getattr(value, name), inner)
    elif isinstance(value, Set | tuple) and arguments:
        for each in value:
            yield from _outliers(each, arguments[0])


def _may_be(value: Any, kind: Any) -> bool:
    """Whether a value may be of a member of a union: none is no integer."""
    return (value is None) == (kind is type(None))


def holds_bounds(kind: Any) -> bool:
    """Whether a type, or what it is made of, has bounds."""
    return _holds_bounds(kind)


@cache
def _holds_bounds(kind: Any) -> bool:
    known, todo = {kind}, [kind]
    while todo:
        each = todo.pop()
        if bounds_of(each) is not None:
            return True
        inner = [*get_args(each)]
        if isinstance(each, type) and (issubclass(each, State) or hasattr(each, "_fields")):
            inner += bounded_hints(each).values()
        todo += [part for part in inner if isinstance(part, Hashable) and part not in known]
        known.update(todo)
    return False
