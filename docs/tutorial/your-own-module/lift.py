"""Lift: a cabin that goes from floor to floor, and its door.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject

__all__ = ["TOP", "Closed", "DoorOpen", "Lift", "NoFloor", "close", "down", "floor", "init",
           "is_open", "open_door", "up"]  # fmt: skip

TOP: Final = 3
"""The highest floor; the lowest is 0."""


class Closed(Exception):  # [door]
    """The door is closed already."""


class DoorOpen(Exception):  # [door-first]
    """The door is open, so that the cabin stays where it is."""


class NoFloor(Exception):  # [floors]
    """There is no floor above, or below."""


class Lift(AbstractObject):
    """The one lift of the module."""

    floor: int
    """Where the cabin is."""

    is_open: bool
    """Whether the door is open."""


def invariant(lift: Lift) -> bool:
    """The cabin is at a floor."""
    return 0 <= lift.floor <= TOP  # [floors]


def init() -> Lift:
    """Begin at the lowest floor, with the door open."""
    return Lift(floor=0, is_open=True)  # [begin]


def up(lift: Lift) -> Lift:
    """Go to the floor above."""
    if lift.is_open:
        raise DoorOpen  # [door-first]
    if lift.floor == TOP:
        raise NoFloor  # [floors]
    return Lift(floor=lift.floor + 1, is_open=lift.is_open)  # [up]


def down(lift: Lift) -> Lift:
    """Go to the floor below."""
    if lift.is_open:
        raise DoorOpen  # [door-first]
    if lift.floor == 0:
        raise NoFloor  # [floors]
    return Lift(floor=lift.floor - 1, is_open=lift.is_open)  # [down]


def open_door(lift: Lift) -> Lift:
    """Open the door, unless it is open."""
    return Lift(floor=lift.floor, is_open=True)  # [door]


def close(lift: Lift) -> Lift:
    """Close the door."""
    if not lift.is_open:
        raise Closed  # [door]
    return Lift(floor=lift.floor, is_open=False)  # [door]


def floor(lift: Lift) -> int:
    """Where the cabin is."""
    return lift.floor  # [floors]


def is_open(lift: Lift) -> bool:
    """Whether the door is open."""
    return lift.is_open  # [door]
