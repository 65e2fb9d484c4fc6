"""Place: a place on a road, an example of an abstract data type.

Objects never change: the second routine yields another one, and the third one compares two.
"""

from __future__ import annotations

from modspec import AbstractDataType

__all__ = ["Place", "across", "is_before", "moved", "new"]


class Place(AbstractDataType):
    """The places on the road."""

    at: float
    """How far from its beginning."""


def new(distance: float) -> Place:
    """Make the place that is so far from the beginning."""
    return Place(at=distance)


def moved(place: Place, by: float) -> Place:
    """The place so much further on."""
    return new(place.at + by)


def is_before(place: Place, q: Place) -> bool:
    """Whether another place is further on."""
    return place.at < q.at


def across(place: Place) -> float:
    """How far the place is from the beginning."""
    return place.at
