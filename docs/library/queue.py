"""Queue: a bounded waiting line; who comes first is served first.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["CAPACITY", "Empty", "Full", "enqueue", "front", "init", "leave", "length"]

CAPACITY: Final = 3
"""How many can wait."""


class Empty(Exception):  # [empty]
    """Nobody waits."""


class Full(Exception):  # [capacity]
    """No more can wait."""


class Queue(AbstractObject):
    """The one queue of the module."""

    waiting: tuple[int, ...]  # [first-in-first-out]
    """Who waits, by number; the first one is served next."""


def invariant(queue: Queue) -> bool:
    """No more wait than can."""
    return len(queue.waiting) <= CAPACITY  # [capacity]


def init() -> Queue:
    """Begin with an empty queue."""
    return Queue(waiting=())  # [begins-empty]


def enqueue(queue: Queue, number: int) -> Queue:
    """Join at the end."""
    if len(queue.waiting) == CAPACITY:
        raise Full  # [capacity]
    return Queue(waiting=(*queue.waiting, number))  # [first-in-first-out]


def leave(queue: Queue) -> tuple[Queue, int]:
    """The first one leaves, and is served."""
    if len(queue.waiting) == 0:
        raise Empty  # [empty]
    return (
        Queue(waiting=queue.waiting[1 : len(queue.waiting)]),  # [first-in-first-out]
        queue.waiting[0],  # [first-in-first-out]
    )


def front(queue: Queue) -> int:
    """Who is served next."""
    if len(queue.waiting) == 0:
        raise Empty  # [empty]
    return queue.waiting[0]  # [first-in-first-out]


def length(queue: Queue) -> int:
    """How many wait."""
    return len(queue.waiting)  # [length]
