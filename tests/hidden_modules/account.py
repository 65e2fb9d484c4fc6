"""Account: a bank account behind a secret number; nobody is told the balance.

Assumptions:
    init is called before any other access program.

Considerations:
    The balance is hidden: only whether it is negative is shown, and what is refused.
"""

from __future__ import annotations

from typing import Final

from modspec import AbstractObject, replace

__all__ = [
    "CAP",
    "OVERDRAFT",
    "PIN",
    "TRIES",
    "BadAmount",
    "Busy",
    "Locked",
    "NotIn",
    "TooMuch",
    "deposit",
    "enter",
    "in_the_red",
    "init",
    "leave",
    "month",
    "withdraw",
]  # fmt: skip

PIN: Final = 42
"""The secret number."""

TRIES: Final = 3
"""How many wrong numbers in a row lock the account."""

CAP: Final = 20
"""The greatest balance."""

OVERDRAFT: Final = 5
"""How far the balance may be below zero."""


class BadAmount(Exception):  # [amount]
    """The amount is not positive."""


class Busy(Exception):  # [session]
    """Somebody is in already."""


class Locked(Exception):  # [lock]
    """Too many wrong numbers were entered."""


class NotIn(Exception):  # [session]
    """Nobody is in."""


class TooMuch(Exception):  # [bounds]
    """The balance would leave its bounds."""


class Account(AbstractObject):
    """The one account of the module."""

    balance: int
    """What there is."""

    wrong: int
    """How many wrong numbers were entered in a row."""

    is_in: bool
    """Whether the owner has entered."""


def invariant(account: Account) -> bool:
    """The balance keeps its bounds, and the tries theirs."""
    return (
        -OVERDRAFT <= account.balance <= CAP  # [bounds]
        and 0 <= account.wrong <= TRIES  # [lock]
        and (not account.is_in or account.wrong == 0)  # [session]
    )


def init() -> Account:
    """Begin with nothing, and nobody in."""
    return Account(balance=0, wrong=0, is_in=False)  # [begin]


def enter(account: Account, number: int) -> tuple[Account, bool]:
    """Enter the secret number; yields whether it was right."""
    if account.is_in:
        raise Busy  # [session]
    if account.wrong == TRIES:
        raise Locked  # [lock]
    return (
        replace(
            account,
            wrong=0 if number == PIN else account.wrong + 1,  # [lock]
            is_in=number == PIN,  # [session]
        ),
        number == PIN,  # [enter]
    )


def leave(account: Account) -> Account:
    """The owner goes."""
    if not account.is_in:
        raise NotIn  # [session]
    return replace(account, is_in=False)  # [session]


def deposit(account: Account, amount: int) -> Account:
    """Pay in; anybody may."""
    if amount <= 0:
        raise BadAmount  # [amount]
    if account.balance + amount > CAP:
        raise TooMuch  # [bounds]
    return replace(account, balance=account.balance + amount)  # [deposit]


def withdraw(account: Account, amount: int) -> Account:
    """Take out."""
    if not account.is_in:
        raise NotIn  # [session]
    if amount <= 0:
        raise BadAmount  # [amount]
    if account.balance - amount < -OVERDRAFT:
        raise TooMuch  # [bounds]
    return replace(account, balance=account.balance - amount)  # [withdraw]


def month(account: Account) -> Account:
    """A month ends: a debt grows by one, within the overdraft."""
    return replace(
        account,
        balance=account.balance - 1
        if -OVERDRAFT < account.balance < 0  # [interest]
        else account.balance,  # [no-interest]
    )


def in_the_red(account: Account) -> bool:
    """Whether there is a debt; only for the owner."""
    if not account.is_in:
        raise NotIn  # [session]
    return account.balance < 0  # [red]
