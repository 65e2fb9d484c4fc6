"""Coffee machine: it brews as long as there is water.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from modspec import AbstractObject

__all__ = ["TANK", "Drink", "NoWater", "brew", "fill", "init", "served"]

TANK: Final = 4
"""Cups of water that the tank takes."""


class Drink(StrEnum):
    """What the machine brews."""

    ESPRESSO = "espresso"
    COFFEE = "coffee"


class NoWater(Exception):
    """There is not enough water for the drink."""


class Machine(AbstractObject):
    """The one machine."""

    water: int
    """Cups of water in the tank."""

    cups: int
    """Drinks that were brewed."""


def invariant(machine: Machine) -> bool:
    """The tank takes no more than it can."""
    return 0 <= machine.water <= TANK and machine.cups >= 0


def need(drink: Drink) -> int:
    """The cups of water that a drink takes."""
    return 1 if drink == Drink.ESPRESSO else 2  # [need]


def init() -> Machine:
    """Begin with an empty tank."""
    return Machine(
        water=0,  # [empty]
        cups=0,  # [none-served]
    )


def fill(machine: Machine) -> Machine:
    """Fill the tank."""
    return Machine(
        water=TANK,  # [fill]
        cups=machine.cups,  # [fill]
    )


def brew(machine: Machine, drink: Drink) -> Machine:
    """Brew a drink."""
    if machine.water < need(drink):
        raise NoWater  # [water]
    return Machine(
        water=machine.water - need(drink),  # [brew]
        cups=machine.cups + 1,  # [count]
    )


def served(machine: Machine) -> int:
    """How many drinks were brewed."""
    return machine.cups  # [count]
