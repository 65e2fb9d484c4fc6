"""Pelican: a crossing with a light for the cars and a button for those who walk.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from modspec import AbstractObject, replace

__all__ = [
    "WAIT",
    "WALK",
    "Light",
    "Off",
    "On",
    "Stuck",
    "cars",
    "init",
    "press",
    "switch_off",
    "switch_on",
    "tick",
    "unstick",
]  # fmt: skip

WAIT: Final = 3
"""How many ticks the cars have green at least."""

WALK: Final = 2
"""How many ticks the cars have red."""

STICKS: Final = 4
"""At the press with this number since the last repair the button sticks."""


class Light(StrEnum):
    """What the cars see."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    DARK = "dark"


class Off(Exception):  # [power]
    """The crossing is switched off."""


class On(Exception):  # [power]
    """The crossing is switched on already."""


class Stuck(Exception):  # [sticks]
    """The button is stuck."""


class Pelican(AbstractObject):
    """The one crossing of the module."""

    light: Light
    """What the cars see."""

    age: int
    """For how many ticks they have seen it, as far as it matters."""

    wanted: bool
    """Whether somebody waits to walk."""

    presses: int
    """How often the button was pressed since it was repaired."""


def invariant(pelican: Pelican) -> bool:
    """The age is that of the light, and nobody waits where the cars stand."""
    return (
        0 <= pelican.age <= WAIT  # [wait]
        and (pelican.light == Light.GREEN or pelican.age < WALK)  # [walk]
        and 0 <= pelican.presses <= STICKS  # [sticks]
        and (pelican.light == Light.GREEN or not pelican.wanted)  # [served]
    )


def init() -> Pelican:
    """Begin with green for the cars."""
    return Pelican(light=Light.GREEN, age=0, wanted=False, presses=0)  # [begin]


def press(pelican: Pelican) -> Pelican:
    """Ask to walk; that counts only while the cars have green."""
    if pelican.light == Light.DARK:
        raise Off  # [power]
    if pelican.presses == STICKS:
        raise Stuck  # [sticks]
    return replace(
        pelican,
        wanted=pelican.light == Light.GREEN,  # [request]
        presses=pelican.presses + 1,  # [count-presses]
    )


def tick(pelican: Pelican) -> Pelican:
    """Some seconds go by."""
    if pelican.light == Light.DARK:
        raise Off  # [power]
    return replace(
        pelican,
        light=next_light(pelican),  # [cycle]
        age=0 if next_light(pelican) != pelican.light else grown(pelican.age),  # [age]
        wanted=pelican.wanted and next_light(pelican) == Light.GREEN,  # [served]
    )


def unstick(pelican: Pelican) -> Pelican:
    """Repair the button, and forget who waits."""
    if pelican.light == Light.DARK:
        raise Off  # [power]
    return replace(pelican, presses=0, wanted=False)  # [repair]


def switch_off(pelican: Pelican) -> Pelican:
    """Switch the crossing off."""
    if pelican.light == Light.DARK:
        raise Off  # [power]
    return replace(pelican, light=Light.DARK, age=0, wanted=False)  # [dark]


def switch_on(pelican: Pelican) -> Pelican:
    """Begin with red for the cars; the button stays as it was."""
    if pelican.light != Light.DARK:
        raise On  # [power]
    return replace(pelican, light=Light.RED)  # [safe]


def cars(pelican: Pelican) -> Light:
    """What the cars see."""
    return pelican.light  # [light]


def grown(age: int) -> int:
    """One tick more, up to the greatest number that matters."""
    return age + 1 if age < WAIT else WAIT  # [wait]


def next_light(pelican: Pelican) -> Light:
    """What the cars see after one tick more."""
    return (
        Light.AMBER
        if pelican.light == Light.GREEN and pelican.wanted and pelican.age + 1 >= WAIT  # [wait]
        else Light.RED
        if pelican.light == Light.AMBER  # [amber]
        else Light.GREEN
        if pelican.light == Light.RED and pelican.age + 1 == WALK  # [walk]
        else pelican.light  # [stays]
    )
