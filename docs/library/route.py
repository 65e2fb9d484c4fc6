"""Route: a way from point to point of the plane.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

import point
import sequence
from point import Point
from sequence import MAX_SIZE, Sequence

from modspec import AbstractObject

__all__ = ["NoStop", "TooLong", "go", "init", "length", "stop", "stops", "undo"]


class NoStop(Exception):  # [stops]
    """There is no such stop."""


class TooLong(Exception):  # [longest]
    """The route has as many stops as it can have."""


class Route(AbstractObject):
    """The one route of the module."""

    way: Sequence[Point]  # [stops]
    """Where the route stops, in this order."""


def invariant(route: Route) -> bool:
    """The route has no more stops than it can have."""
    return sequence.size(route.way) <= MAX_SIZE  # [longest]


def init() -> Route:
    """Begin without a stop."""
    return Route(way=sequence.new())  # [begins-empty]


def go(route: Route, p: Point) -> Route:
    """Go on to a point, and stop there."""
    if sequence.size(route.way) == MAX_SIZE:
        raise TooLong  # [longest]
    return Route(way=sequence.add(route.way, sequence.size(route.way), p))  # [go]


def undo(route: Route) -> Route:
    """Leave out the last stop."""
    if sequence.size(route.way) == 0:
        raise NoStop  # [stops]
    return Route(way=sequence.remove(route.way, sequence.size(route.way) - 1))  # [undo]


def stop(route: Route, i: int) -> Point:
    """The stop of a number, from 0."""
    if not 0 <= i < sequence.size(route.way):
        raise NoStop  # [stops]
    return sequence.at(route.way, i)  # [stops]


def stops(route: Route) -> int:
    """How many stops there are."""
    return sequence.size(route.way)  # [count]


def length(route: Route) -> float:
    """How long the way is from the first stop to the last."""
    return sum(
        point.dist(sequence.at(route.way, i), sequence.at(route.way, i + 1))
        for i in range(sequence.size(route.way) - 1)
    )  # [length]
