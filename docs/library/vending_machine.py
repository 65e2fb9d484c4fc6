"""Vending machine: coins go in, a drink comes out.

Assumptions:
    init is called before any other access program.

Considerations:
    The machine gives no change. What was paid too much is credit for the next drink, until the
    money is asked back.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from modspec import AbstractObject

__all__ = [
    "CAPACITY",
    "PRICE",
    "Coin",
    "Drink",
    "NotEnough",
    "NothingToTake",
    "SoldOut",
    "Waiting",
    "cancel",
    "credit",
    "init",
    "insert",
    "is_served",
    "refill",
    "select",
    "stock",
    "take",
]  # fmt: skip

PRICE: Final = 3
"""What a drink costs, in quarters."""

CAPACITY: Final = 2
"""How many drinks of each kind there is room for."""


class Coin(StrEnum):
    """The coins that the machine takes."""

    QUARTER = "quarter"
    DOLLAR = "dollar"


class Drink(StrEnum):
    """What there is to drink."""

    COLA = "cola"
    WATER = "water"


Stock: TypeAlias = Mapping[Drink, int]
"""How many there are of each drink."""


class NotEnough(Exception):
    """Too little was paid."""


class NothingToTake(Exception):
    """No drink was served."""


class SoldOut(Exception):
    """There is none left of the drink."""


class Waiting(Exception):
    """A drink has to be taken first."""


class Machine(AbstractObject):
    """The machine."""

    stock: Stock
    """How many there are of each drink."""

    credit: int
    """What was paid and not used yet, in quarters."""

    is_served: bool
    """Whether a drink waits to be taken."""


def invariant(machine: Machine) -> bool:
    """Nothing is owed, and no more is in stock than there is room for."""
    return machine.credit >= 0 and all(0 <= machine.stock[d] <= CAPACITY for d in Drink)


def init() -> Machine:
    """Begin with a full machine."""
    return Machine(stock={d: CAPACITY for d in Drink}, credit=0, is_served=False)


def insert(machine: Machine, coin: Coin) -> Machine:
    """Put a coin in."""
    if machine.is_served:
        raise Waiting
    return Machine(
        stock=machine.stock, credit=machine.credit + worth(coin), is_served=machine.is_served
    )


def select(machine: Machine, drink: Drink) -> Machine:
    """Choose a drink."""
    if machine.is_served:
        raise Waiting
    if machine.stock[drink] == 0:
        raise SoldOut
    if machine.credit < PRICE:
        raise NotEnough
    return Machine(
        stock={d: machine.stock[d] - 1 if d == drink else machine.stock[d] for d in Drink},
        credit=machine.credit - PRICE,
        is_served=True,
    )


def take(machine: Machine) -> Machine:
    """Take the drink."""
    if not machine.is_served:
        raise NothingToTake
    return Machine(stock=machine.stock, credit=machine.credit, is_served=False)


def cancel(machine: Machine) -> Machine:
    """Ask the money back."""
    return Machine(stock=machine.stock, credit=0, is_served=machine.is_served)


def refill(machine: Machine, drink: Drink) -> Machine:
    """Fill up a drink."""
    return Machine(
        stock={d: CAPACITY if d == drink else machine.stock[d] for d in Drink},
        credit=machine.credit,
        is_served=machine.is_served,
    )


def stock(machine: Machine, drink: Drink) -> int:
    """How many there are of a drink."""
    return machine.stock[drink]


def credit(machine: Machine) -> int:
    """What was paid and not used yet, in quarters."""
    return machine.credit


def is_served(machine: Machine) -> bool:
    """Whether a drink waits to be taken."""
    return machine.is_served


def worth(coin: Coin) -> int:
    """What a coin is worth, in quarters."""
    return 1 if coin == Coin.QUARTER else 4
