"""Garage: who is parked, since when, and what they pay.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

from modspec import AbstractObject, replace

__all__ = [
    "DAY",
    "HOURLY",
    "SPACES",
    "Backwards",
    "Full",
    "NotInside",
    "Parked",
    "enter",
    "free",
    "income",
    "init",
    "leave",
    "plates",
    "since",
]

SPACES: Final = 2
"""How many cars there is room for."""

HOURLY: Final = 3
"""What a started hour costs."""

DAY: Final = 20
"""The most that one visit costs."""


class Backwards(Exception):
    """The hour lies before one that was told earlier."""


class Full(Exception):
    """There is no room."""


class NotInside(Exception):
    """The car is not in the garage."""


class Parked(Exception):
    """The car is in the garage already."""


class Garage(AbstractObject):
    """The one garage."""

    inside: Mapping[str, int]
    """When each car that is inside came."""

    now: int
    """The last hour that was told."""

    earned: int
    """What was paid so far."""


def invariant(garage: Garage) -> bool:
    """Not more cars than spaces, none came in the future, nothing is owed."""
    return (
        len(garage.inside) <= SPACES
        and all(0 <= garage.inside[p] <= garage.now for p in garage.inside)
        and garage.earned >= 0
        and garage.now >= 0
    )


def fee(hours: int) -> int:
    """What a visit of so many hours costs: a started hour counts, a day is the most."""
    return DAY if HOURLY * (hours + 1) > DAY else HOURLY * (hours + 1)


def init() -> Garage:
    """Begin with an empty garage, at hour 0."""
    return Garage(inside={}, now=0, earned=0)


def enter(garage: Garage, plate: str, hour: int) -> Garage:
    """A car comes in."""
    if hour < garage.now:
        raise Backwards
    if plate in garage.inside:
        raise Parked
    if len(garage.inside) == SPACES:
        raise Full
    return replace(garage, inside={**garage.inside, plate: hour}, now=hour)


def leave(garage: Garage, plate: str, hour: int) -> tuple[Garage, int]:
    """A car goes, and pays."""
    if hour < garage.now:
        raise Backwards
    if plate not in garage.inside:
        raise NotInside
    due = fee(hour - garage.inside[plate])
    return replace(
        garage,
        inside={p: garage.inside[p] for p in garage.inside if p != plate},
        now=hour,
        earned=garage.earned + due,
    ), due


def free(garage: Garage) -> int:
    """How many spaces are free."""
    return SPACES - len(garage.inside)


def plates(garage: Garage) -> Set[str]:
    """Who is inside."""
    return frozenset(garage.inside)


def since(garage: Garage, plate: str) -> int:
    """When a car came."""
    if plate not in garage.inside:
        raise NotInside
    return garage.inside[plate]


def income(garage: Garage) -> int:
    """What was paid so far."""
    return garage.earned
