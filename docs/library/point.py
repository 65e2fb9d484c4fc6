"""Point: a point of the plane.

Considerations:
    Points never change: moved yields another one.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from modspec import AbstractDataType

__all__ = ["LIMIT", "OutOfPlane", "Point", "dist", "is_origin", "moved", "new", "xcoord", "ycoord"]

LIMIT: Final = 100.0
"""No coordinate is further from zero."""


class OutOfPlane(Exception):  # [plane]
    """A coordinate is too far from zero."""


class Point(AbstractDataType):
    """The points of the plane."""

    xc: float  # [coordinates]
    """How far it is to the right."""

    yc: float  # [coordinates]
    """How far it is up."""


def invariant(point: Point) -> bool:
    """The point is in the plane."""
    return abs(point.xc) <= LIMIT and abs(point.yc) <= LIMIT  # [plane]


def new(x: float, y: float) -> Point:
    """Make the point with two coordinates."""
    if abs(x) > LIMIT or abs(y) > LIMIT:
        raise OutOfPlane  # [plane]
    return Point(xc=x, yc=y)  # [coordinates]


def xcoord(point: Point) -> float:
    """How far the point is to the right."""
    return point.xc  # [coordinates]


def ycoord(point: Point) -> float:
    """How far the point is up."""
    return point.yc  # [coordinates]


def is_origin(point: Point) -> bool:
    """Whether both coordinates are zero."""
    return point.xc == 0 and point.yc == 0  # [origin]


def moved(point: Point, dx: float, dy: float) -> Point:
    """The point so far to the right, and so far up."""
    if abs(point.xc + dx) > LIMIT or abs(point.yc + dy) > LIMIT:
        raise OutOfPlane  # [plane]
    return new(point.xc + dx, point.yc + dy)  # [moved]


def dist(point: Point, q: Point) -> float:
    """The distance to another point."""
    dx = point.xc - q.xc  # [distance]
    dy = point.yc - q.yc  # [distance]
    return sqrt(dx * dx + dy * dy)  # [distance]
