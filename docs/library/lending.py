"""Lending: who has which title of the library.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import StrEnum
from typing import Final, TypeAlias

from catalogue import Catalogue, Title, acquire, discard, no_titles, titles

from modspec import AbstractObject, replace

__all__ = [
    "LIMIT",
    "Lent",
    "Member",
    "NotBorrowed",
    "NotThere",
    "TooMany",
    "available",
    "borrow",
    "borrowed",
    "buy",
    "give_back",
    "init",
    "sell",
]  # fmt: skip

LIMIT: Final = 2
"""How many titles a member may have."""


class Member(StrEnum):
    """The members of the library."""

    ADA = "ada"
    BEN = "ben"


Loans: TypeAlias = Mapping[Member, Set[Title]]
"""The titles that each member has."""


class Lent(Exception):  # [there]
    """The library owns one of the titles already, or it is lent."""


class NotBorrowed(Exception):  # [give-back]
    """The member lacks one of the titles."""


class NotThere(Exception):  # [there]
    """One of the titles is not there."""


class TooMany(Exception):  # [limit]
    """The member would have more titles than one may have."""


class Lending(AbstractObject):
    """The loans of the one library."""

    catalogue: Catalogue  # [owned]
    """The titles that the library owns."""

    loans: Loans  # [loans]
    """The titles that each member has."""


def invariant(lending: Lending) -> bool:
    """Only owned titles are lent, each to one member; no member has more than the limit."""
    return (
        lent(lending.loans) <= titles(lending.catalogue)  # [owned]
        and all(
            lending.loans[m] & lending.loans[n] == frozenset()
            for m in Member
            for n in Member
            if m != n
        )  # [loans]
        and all(len(lending.loans[m]) <= LIMIT for m in Member)  # [limit]
    )


def init() -> Lending:
    """Begin with no title and no loan."""
    return Lending(
        catalogue=no_titles(),  # [begins-empty]
        loans={m: frozenset() for m in Member},  # [begins-empty]
    )


def buy(lending: Lending, batch: Set[Title]) -> Lending:
    """The library acquires some titles."""
    if titles(lending.catalogue) & batch != frozenset():
        raise Lent  # [there]
    return replace(lending, catalogue=acquire(lending.catalogue, batch))  # [buy]


def sell(lending: Lending, batch: Set[Title]) -> Lending:
    """The library discards some titles that no member has."""
    if not batch <= in_house(lending):
        raise NotThere  # [there]
    return replace(lending, catalogue=discard(lending.catalogue, batch))  # [sell]


def borrow(lending: Lending, member: Member, batch: Set[Title]) -> Lending:
    """A member takes some titles."""
    if not batch <= in_house(lending):
        raise NotThere  # [there]
    if len(lending.loans[member] | batch) > LIMIT:
        raise TooMany  # [limit]
    return replace(
        lending,
        loans={**lending.loans, member: lending.loans[member] | batch},  # [borrow]
    )


def give_back(lending: Lending, member: Member, batch: Set[Title]) -> Lending:
    """A member brings some titles back."""
    if not batch <= lending.loans[member]:
        raise NotBorrowed  # [give-back]
    return replace(
        lending,
        loans={**lending.loans, member: lending.loans[member] - batch},  # [give-back]
    )


def borrowed(lending: Lending, member: Member) -> Set[Title]:
    """The titles that a member has."""
    return lending.loans[member]  # [loans]


def available(lending: Lending) -> Set[Title]:
    """The owned titles that no member has."""
    return in_house(lending)  # [available]


def in_house(lending: Lending) -> Set[Title]:
    """The owned titles that no member has."""
    return titles(lending.catalogue) - lent(lending.loans)  # [available]


def lent(loans: Loans) -> Set[Title]:
    """The titles that any member has."""
    return {t for m in Member for t in loans[m]}  # [loans]
