"""Pqueue: a priority queue of names; of equal priorities the earlier comes first.

Assumptions:
    init is called before any other access program.

Considerations:
    Small numbers are urgent, as in a hospital.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from modspec import AbstractObject

__all__ = ["CAPACITY", "Empty", "Full", "first", "init", "put", "size", "take", "urgency"]

CAPACITY: Final = 5
"""How many patients may wait."""


class Full(Exception):  # [capacity]
    """No more patients may wait."""


class Empty(Exception):  # [empty]
    """Nobody waits."""


class Entry(NamedTuple):
    """Somebody who waits."""

    name: str
    """Who it is."""

    urgency: int
    """How urgent it is; 0 is most urgent."""


class PriorityQueue(AbstractObject):
    """Those who wait, in the order of their arrival."""

    waiting: tuple[Entry, ...]
    """In the order of arrival."""


def invariant(queue: PriorityQueue) -> bool:
    """There is a bound."""
    return len(queue.waiting) <= CAPACITY  # [capacity]


def next_place(queue: PriorityQueue) -> int:
    """The place of the most urgent; of several the earliest."""
    return min(
        k
        for k in range(0, len(queue.waiting))
        if all(queue.waiting[k].urgency <= each.urgency for each in queue.waiting)
    )  # [most-urgent]


def init() -> PriorityQueue:
    """Nobody waits."""
    return PriorityQueue(waiting=())  # [begin]


def put(queue: PriorityQueue, name: str, level: int) -> PriorityQueue:
    """Somebody arrives."""
    if len(queue.waiting) == CAPACITY:
        raise Full  # [capacity]
    return PriorityQueue(waiting=(*queue.waiting, Entry(name, level)))  # [arrival]


def take(queue: PriorityQueue) -> PriorityQueue:
    """The most urgent leaves."""
    if len(queue.waiting) == 0:
        raise Empty  # [empty]
    return PriorityQueue(
        waiting=(
            *queue.waiting[: next_place(queue)],
            *queue.waiting[next_place(queue) + 1 :],
        )  # [most-urgent]
    )


def first(queue: PriorityQueue) -> str:
    """Who is next."""
    if len(queue.waiting) == 0:
        raise Empty  # [empty]
    return queue.waiting[next_place(queue)].name  # [most-urgent]


def urgency(queue: PriorityQueue) -> int:
    """How urgent the next is."""
    if len(queue.waiting) == 0:
        raise Empty  # [empty]
    return queue.waiting[next_place(queue)].urgency  # [most-urgent]


def size(queue: PriorityQueue) -> int:
    """How many wait."""
    return len(queue.waiting)  # [size]
