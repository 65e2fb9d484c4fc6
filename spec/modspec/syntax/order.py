"""The order in which the elements of a set are taken: the same at every run."""

from __future__ import annotations

from enum import EnumMeta
from typing import Any


def sorted_elements(values: Any) -> list[Any]:
    """Return the elements of a set or sequence, in an order that is the same at every run."""
    if isinstance(values, EnumMeta | range | tuple):
        return list(values)
    return sorted(values, key=_order)


def _order(value: Any) -> tuple[Any, ...]:
    """Return a sort key of an element: elements of an enumeration as declared, others ascending.

    Tuples and records are in the order of their parts.
    """
    if isinstance(type(value), EnumMeta):
        return (list(type(value).__members__).index(value.name),)
    if value is None:
        return (-1,)
    return tuple(map(_order, value)) if isinstance(value, tuple) else (value,)
