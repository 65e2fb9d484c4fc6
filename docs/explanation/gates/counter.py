"""Counter: how often something has happened."""

from __future__ import annotations

from modspec import AbstractObject

__all__ = ["count", "init", "value"]


class Counter(AbstractObject):
    """One counter."""

    number: int
    """How often it has counted."""


def init() -> Counter:
    """Begin with nothing."""
    return Counter(number=0)


def count(counter: Counter) -> Counter:
    """Count once more."""
    return Counter(number=counter.number + 1)


def value(counter: Counter) -> int:
    """How often it has counted."""
    return counter.number
