"""Bag: a collection in which an element may be several times.

Considerations:
    plus, common and minus yield another bag; add, remove, absorb and clear change the one given.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import StrEnum
from typing import Final

from modspec import AbstractDataType

__all__ = ["Absent", "Bag", "Item", "Overflow", "Same", "absorb", "add", "clear", "common", "count",
           "includes", "is_equal", "kinds", "minus", "new", "plus", "remove", "size"]  # fmt: skip

ROOM: Final = 4
"""How many elements a bag may have."""


class Item(StrEnum):
    """What may be in a bag."""

    APPLE = "apple"
    PEAR = "pear"
    PLUM = "plum"


class Overflow(Exception):  # [room]
    """There would be too many elements."""


class Absent(Exception):  # [absent]
    """The bag does not have it."""


class Same(Exception):  # [same]
    """The bags are equal, so that nothing would be left."""


class Bag(AbstractDataType):
    """One bag."""

    counts: Mapping[Item, int]
    """How many of each there are."""


def invariant(bag: Bag) -> bool:
    """No count is negative, and there are not too many elements."""
    return all(bag.counts[i] >= 0 for i in Item) and total(bag.counts) <= ROOM  # [room]


def new() -> Bag:
    """An empty bag."""
    return Bag(counts={i: 0 for i in Item})  # [empty]


def add(bag: Bag, item: Item, times: int) -> Bag:
    """Put an element in, some times."""
    assert times >= 0  # [times]
    if total(bag.counts) + times > ROOM:
        raise Overflow  # [room]
    return Bag(counts={**bag.counts, item: bag.counts[item] + times})  # [add]


def remove(bag: Bag, item: Item) -> Bag:
    """Take an element out once."""
    if bag.counts[item] == 0:
        raise Absent  # [absent]
    return Bag(counts={**bag.counts, item: bag.counts[item] - 1})  # [remove]


def absorb(bag: Bag, other: Bag) -> Bag:
    """Put all in that another bag has."""
    if total(bag.counts) + total(other.counts) > ROOM:
        raise Overflow  # [room]
    return Bag(counts={i: bag.counts[i] + other.counts[i] for i in Item})  # [absorb]


def clear(bag: Bag) -> Bag:
    """Take all out."""
    return Bag(counts={i: 0 for i in Item})  # [clear]


def plus(bag: Bag, other: Bag) -> Bag:
    """The bag that has what both have together."""
    if total(bag.counts) + total(other.counts) > ROOM:
        raise Overflow  # [room]
    return both(bag, other)  # [plus]


def common(bag: Bag, other: Bag) -> Bag:
    """The bag that has of each what both have at least."""
    return shared(bag, other)  # [common]


def minus(bag: Bag, other: Bag) -> Bag:
    """The bag that has what is left if another's elements are taken out."""
    if bag.counts == other.counts:
        raise Same  # [same]
    if not includes(bag, other):
        raise Absent  # [minus-absent]
    return left(bag, other)  # [minus]


def includes(bag: Bag, other: Bag) -> bool:
    """Whether the bag has at least what another has."""
    return all(other.counts[i] <= bag.counts[i] for i in Item)  # [includes]


def is_equal(bag: Bag, other: Bag) -> bool:
    """Whether the bags have the same."""
    return bag.counts == other.counts  # [equal]


def count(bag: Bag, item: Item) -> int:
    """How often an element is in the bag."""
    return bag.counts[item]  # [count]


def size(bag: Bag) -> int:
    """How many elements there are."""
    return total(bag.counts)  # [size]


def kinds(bag: Bag) -> Set[Item]:
    """Which elements are in the bag."""
    return {i for i in Item if bag.counts[i] > 0}  # [kinds]


def total(counts: Mapping[Item, int]) -> int:
    """How many elements there are in all."""
    return sum(counts[i] for i in Item)  # [size]


def both(bag: Bag, other: Bag) -> Bag:
    """What both have together."""
    return Bag(counts={i: bag.counts[i] + other.counts[i] for i in Item})  # [plus]


def shared(bag: Bag, other: Bag) -> Bag:
    """What both have at least."""
    return Bag(
        counts={
            i: bag.counts[i] if bag.counts[i] <= other.counts[i] else other.counts[i] for i in Item
        }  # [common]
    )


def left(bag: Bag, other: Bag) -> Bag:
    """What is left."""
    return Bag(counts={i: bag.counts[i] - other.counts[i] for i in Item})  # [minus]
