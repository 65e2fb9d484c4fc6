"""Parking: which cars are in a car park that has few places.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import Final

from modspec import AbstractObject

__all__ = [
    "PLACES",
    "AlreadyParked",
    "NoPlace",
    "NotParked",
    "Vehicle",
    "enter",
    "free_places",
    "init",
    "is_parked",
    "leave",
]

PLACES: Final = 2
"""How many cars there is room for."""


class Vehicle(StrEnum):
    """The cars of the town, by their colour."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    GREY = "grey"


class AlreadyParked(Exception):  # [once]
    """The car is in the car park."""


class NoPlace(Exception):  # [places]
    """There is no room for another car."""


class NotParked(Exception):  # [parked]
    """The car is not in the car park."""


class CarPark(AbstractObject):
    """The one car park of the module."""

    cars: Set[Vehicle]  # [parked]
    """The cars that are there."""


def invariant(park: CarPark) -> bool:
    """There are no more cars than places."""
    return len(park.cars) <= PLACES  # [places]


def init() -> CarPark:
    """Begin with an empty car park."""
    return CarPark(cars={c for c in ()})  # type: ignore[var-annotated]  # [begins-empty]


def enter(park: CarPark, car: Vehicle) -> CarPark:
    """A car comes in."""
    if is_parked(park, car):
        raise AlreadyParked  # [once]
    if len(park.cars) == PLACES:
        raise NoPlace  # [places]
    return CarPark(cars={c for c in Vehicle if c in park.cars or c == car})  # [parked]


def leave(park: CarPark, car: Vehicle) -> CarPark:
    """A car goes out; the others stay."""
    if not is_parked(park, car):
        raise NotParked  # [parked]
    return CarPark(cars={c for c in park.cars if c != car})  # [parked]


def is_parked(park: CarPark, car: Vehicle) -> bool:
    """Whether a car is in the car park."""
    return car in park.cars  # [parked]


def free_places(park: CarPark) -> int:
    """How many more cars there is room for."""
    return PLACES - len(park.cars)  # [places]
