"""Spot: a place that is kept.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import NamedTuple

from modspec import AbstractObject

__all__ = ["Place", "init", "move", "where"]


class Place(NamedTuple):
    """A place."""

    x: int
    y: int


class Spot(AbstractObject):
    """The spot."""

    place: Place
    """Where it is."""


def invariant(spot: Spot) -> bool:
    """It is not below."""
    return spot.place.y >= 0


def init() -> Spot:
    """Begin."""
    return Spot(place=Place(0, 0))  # [begin]


def move(spot: Spot, x: int) -> Spot:
    """Move."""
    return Spot(place=Place(x, spot.place.y))  # [move]


def where(spot: Spot) -> Place:
    """Tell."""
    return spot.place  # [where]
