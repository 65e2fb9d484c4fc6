"""Catalogue: the titles that a library owns.

Assumptions:
    no_titles is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import Final

from modspec import AbstractObject

__all__ = ["Owned", "Title", "Unknown", "acquire", "discard", "no_titles", "titles"]


class Title(StrEnum):
    """The titles that exist."""

    DUNE = "dune"
    EMMA = "emma"
    ULYSSES = "ulysses"


ALL: Final = frozenset(t for t in Title)
"""All titles."""


class Owned(Exception):  # [acquired-once]
    """The library has one of the titles already."""


class Unknown(Exception):  # [known]
    """The library lacks one of the titles."""


class Catalogue(AbstractObject):
    """The one catalogue of the module."""

    owned: Set[Title]  # [owned]
    """The titles that the library owns."""


def invariant(catalogue: Catalogue) -> bool:
    """The library owns only titles that exist."""
    return catalogue.owned <= ALL  # [owned]


def no_titles() -> Catalogue:
    """Begin with no title."""
    return Catalogue(owned=frozenset())  # [begins-empty]


def acquire(catalogue: Catalogue, batch: Set[Title]) -> Catalogue:
    """Add some titles."""
    if catalogue.owned & batch != frozenset():
        raise Owned  # [acquired-once]
    return Catalogue(owned=catalogue.owned | batch)  # [acquire]


def discard(catalogue: Catalogue, batch: Set[Title]) -> Catalogue:
    """Take some titles away."""
    if not batch <= catalogue.owned:
        raise Unknown  # [known]
    return Catalogue(owned=catalogue.owned - batch)  # [discard]


def titles(catalogue: Catalogue) -> Set[Title]:
    """The titles that the library owns."""
    return catalogue.owned  # [owned]
