"""Vending machine: coins go in, a drink comes out.

Environment Variables:
    box: the coins that were put in, and those to give back.
    shelves: the drinks in the machine.

Assumptions:
    init is called before any other access program.

    The box always has the coins to give back what cancel yields.

Considerations:
    The machine gives no change. What was paid too much is credit for the next drink, until the
    money is asked back.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from modspec import AbstractObject, replace

__all__ = [
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
    "refill",
    "select",
    "slot",
    "stock",
    "take",
]  # fmt: skip

PRICE: Final = 3
"""What a drink costs, in quarters."""

CAPACITY: Final = 2
"""How many drinks of each kind there is room for."""


class Coin(Enum):
    """The coins that the machine takes, each with its worth in quarters."""

    QUARTER = 1
    DOLLAR = 4


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

    slot: Drink | None
    """The drink that waits to be taken, if there is one."""


def invariant(machine: Machine) -> bool:
    """Nothing is owed, and no more is in stock than there is room for."""
    return machine.credit >= 0 and all(0 <= machine.stock[d] <= CAPACITY for d in Drink)


def init() -> Machine:
    """Begin with a full machine."""
    return Machine(stock={d: CAPACITY for d in Drink}, credit=0, slot=None)


def insert(machine: Machine, coin: Coin) -> Machine:
    """Put a coin in."""
    if machine.slot is not None:
        raise Waiting
    return replace(machine, credit=machine.credit + coin.value)


def select(machine: Machine, drink: Drink) -> Machine:
    """Choose a drink."""
    if machine.slot is not None:
        raise Waiting
    if machine.stock[drink] == 0:
        raise SoldOut
    if machine.credit < PRICE:
        raise NotEnough
    return replace(
        machine,
        stock={**machine.stock, drink: machine.stock[drink] - 1},
        credit=machine.credit - PRICE,
        slot=drink,
    )


def take(machine: Machine) -> tuple[Machine, Drink]:
    """Take the drink."""
    if machine.slot is None:
        raise NothingToTake
    return replace(machine, slot=None), machine.slot


def cancel(machine: Machine) -> tuple[Machine, int]:
    """Get back what was paid and not used yet."""
    return replace(machine, credit=0), machine.credit


def refill(machine: Machine, drink: Drink) -> Machine:
    """Fill up a drink."""
    return replace(machine, stock={**machine.stock, drink: CAPACITY})


def stock(machine: Machine, drink: Drink) -> int:
    """How many there are of a drink."""
    return machine.stock[drink]


def credit(machine: Machine) -> int:
    """What was paid and not used yet, in quarters."""
    return machine.credit


def slot(machine: Machine) -> Drink | None:
    """The drink that waits to be taken, if there is one."""
    return machine.slot
