"""Line: a line from one point of the plane to another."""

from __future__ import annotations

from typing import Final

import point
from point import Point

from modspec import AbstractDataType

__all__ = ["Degenerate", "Line", "end", "is_parallel", "length", "middle", "new", "start", "turned"]

TOLERANCE: Final = 1e-6
"""Reals of a program may differ by so much from those of this specification."""


class Degenerate(Exception):  # [two-points]
    """The points are the same."""


class Line(AbstractDataType):
    """The lines of the plane."""

    b: Point  # [ends]
    """Where it begins."""

    e: Point  # [ends]
    """Where it ends."""


def invariant(line: Line) -> bool:
    """The line has two ends."""
    return line.b != line.e  # [two-points]


def new(p: Point, q: Point) -> Line:
    """Make the line from one point to another."""
    if p == q:
        raise Degenerate  # [two-points]
    return Line(b=p, e=q)  # [ends]


def start(line: Line) -> Point:
    """Where the line begins."""
    return line.b  # [ends]


def end(line: Line) -> Point:
    """Where the line ends."""
    return line.e  # [ends]


def length(line: Line) -> float:
    """The distance between the ends."""
    return point.dist(line.b, line.e)  # [length]


def middle(line: Line) -> Point:
    """The point halfway between the ends."""
    return point.new(
        (point.xcoord(line.b) + point.xcoord(line.e)) / 2,
        (point.ycoord(line.b) + point.ycoord(line.e)) / 2,
    )  # [middle]


def turned(line: Line) -> Line:
    """The line in the other direction."""
    return new(line.e, line.b)  # [turned]


def is_parallel(line: Line, m: Line) -> bool:
    """Whether another line has the same direction, or the opposite one."""
    return rise(line) * run(m) == rise(m) * run(line)  # [parallel]


def rise(line: Line) -> float:
    """How far up the line goes."""
    return point.ycoord(line.e) - point.ycoord(line.b)  # [parallel]


def run(line: Line) -> float:
    """How far to the right the line goes."""
    return point.xcoord(line.e) - point.xcoord(line.b)  # [parallel]
