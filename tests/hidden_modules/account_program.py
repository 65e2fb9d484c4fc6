"""The account as a program."""

from __future__ import annotations

PIN = 42


class BadAmount(Exception):
    """The amount is not positive."""


class Busy(Exception):
    """Somebody is in."""


class Locked(Exception):
    """Three wrong numbers were entered."""


class NotIn(Exception):
    """Nobody is in."""


class TooMuch(Exception):
    """The balance would leave its bounds."""


class Account:
    """Keeps the balance, the tries that are left, and whether somebody is in."""

    def __init__(self) -> None:
        self.balance, self.tries, self.is_in = 0, 3, False

    def enter(self, number: int) -> bool:
        if self.is_in:
            raise Busy
        if not self.tries:
            raise Locked
        self.is_in = number == PIN
        self.tries = 3 if self.is_in else self.tries - 1
        return self.is_in

    def leave(self) -> None:
        self._demand_owner()
        self.is_in = False

    def deposit(self, amount: int) -> None:
        self._demand_positive(amount)
        if self.balance + amount > 20:
            raise TooMuch
        self.balance += amount

    def withdraw(self, amount: int) -> None:
        self._demand_owner()
        self._demand_positive(amount)
        if self.balance - amount < -5:
            raise TooMuch
        self.balance -= amount

    def month(self) -> None:
        if -5 < self.balance < 0:
            self.balance -= 1

    def in_the_red(self) -> bool:
        self._demand_owner()
        return self.balance < 0

    def _demand_owner(self) -> None:
        if not self.is_in:
            raise NotIn

    @staticmethod
    def _demand_positive(amount: int) -> None:
        if amount <= 0:
            raise BadAmount
