"""Sequence: elements of one type, one after the other."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from modspec import AbstractDataType

__all__ = ["MAX_SIZE", "Full", "NoPosition", "Sequence", "add", "at", "new", "remove", "size"]

T = TypeVar("T")
"""The type of the elements."""

MAX_SIZE: Final = 3
"""How many elements there can be."""


class Full(Exception):  # [capacity]
    """There is no room for another element."""


class NoPosition(Exception):  # [positions]
    """There is no such position."""


class Sequence(AbstractDataType, Generic[T]):
    """The sequences of elements of one type."""

    items: tuple[T, ...]  # [order]
    """The elements, in their order."""


def invariant(sequence: Sequence[T]) -> bool:
    """There are no more elements than there can be."""
    return len(sequence.items) <= MAX_SIZE  # [capacity]


def new() -> Sequence[T]:
    """Make the sequence without elements."""
    return Sequence(items=())  # [begins-empty]


def add(sequence: Sequence[T], i: int, item: T) -> Sequence[T]:
    """Put an element in at a position: those from there on move up."""
    if not 0 <= i <= len(sequence.items):
        raise NoPosition  # [positions]
    if len(sequence.items) == MAX_SIZE:
        raise Full  # [capacity]
    return Sequence(items=(*sequence.items[:i], item, *sequence.items[i:]))  # [order]


def remove(sequence: Sequence[T], i: int) -> Sequence[T]:
    """Take the element at a position out: those after it move down."""
    if not 0 <= i < len(sequence.items):
        raise NoPosition  # [positions]
    return Sequence(items=(*sequence.items[:i], *sequence.items[i + 1 :]))  # [order]


def at(sequence: Sequence[T], i: int) -> T:
    """The element at a position."""
    if not 0 <= i < len(sequence.items):
        raise NoPosition  # [positions]
    return sequence.items[i]  # [order]


def size(sequence: Sequence[T]) -> int:
    """How many elements there are."""
    return len(sequence.items)  # [size]
