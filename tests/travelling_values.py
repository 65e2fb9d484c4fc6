"""Travelling values: a module whose access programs yield what they take, of every type."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from typing import NamedTuple

from modspec import AbstractObject

__all__ = ["Colour", "Place", "bright", "colour", "colours", "endless", "init", "natural",
           "number", "numbers", "place", "prices", "real", "reals", "text", "texts", "truth",
           "ways"]  # fmt: skip


class Colour(Enum):
    """Some colours."""

    RED = "r"
    DARK_BLUE = "b"


class Place(NamedTuple):
    """A place with a name."""

    row: int
    name: str


class Echo(AbstractObject):
    """Nothing to remember."""

    calls: int
    """How often it was begun."""


def init() -> Echo:
    """Begin."""
    return Echo(calls=1)


def number(echo: Echo, it: int) -> int:
    """Yield an integer."""
    return it


def natural(echo: Echo, it: int) -> int | None:
    """Yield a natural number; none of another."""
    return it if it >= 0 else None


def real(echo: Echo, it: float) -> float:
    """Yield a real."""
    return it


def reals(echo: Echo, it: tuple[float, ...]) -> tuple[float, ...]:
    """Yield a sequence of reals."""
    return it


def endless(echo: Echo) -> float:
    """Yield a real. The programs of the tests yield what is none."""
    return 1.0


def bright(echo: Echo, it: Colour) -> Colour | None:
    """Yield a bright colour; none of another."""
    return it if it == Colour.RED else None


def truth(echo: Echo, it: bool) -> bool:
    """Yield a truth value."""
    return it


def text(echo: Echo, it: str) -> str:
    """Yield a string."""
    return it


def colour(echo: Echo, it: Colour) -> Colour:
    """Yield an element of an enumeration."""
    return it


def colours(echo: Echo, it: Set[Colour]) -> Set[Colour]:
    """Yield a set of elements."""
    return it


def texts(echo: Echo, it: Set[str]) -> Set[str]:
    """Yield a set of strings."""
    return it


def numbers(echo: Echo, it: tuple[int, ...]) -> tuple[int, ...]:
    """Yield a sequence."""
    return it


def ways(echo: Echo, it: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Yield a sequence of sequences."""
    return it


def prices(echo: Echo, it: Mapping[str, int]) -> Mapping[str, int]:
    """Yield a mapping."""
    return it


def place(echo: Echo, it: Place) -> Place:
    """Yield a tuple."""
    return it
