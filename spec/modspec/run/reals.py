"""Reals: numbers that count as equal within a tolerance.

A program computes with numbers of limited precision, and in an order of its own. So its reals are
compared with those that are due within a tolerance: the constant ``TOLERANCE`` of the module, else
:data:`USUAL`. It is relative for numbers beyond 1 and absolute for those between -1 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from modspec.syntax.module import Module
from modspec.syntax.values import Map

NAME: Final = "TOLERANCE"
"""The name of the constant that states a module's tolerance."""

USUAL: Final = 1e-9
"""The tolerance where a module states none."""


def tolerance_of(module: Module) -> float:
    """Return the tolerance within which the reals of a module are compared."""
    return float(getattr(module.python, NAME, USUAL))


class Real(float):
    """A real that equals every number within its tolerance; NaN and infinities equal nothing.

    Equality is not transitive, so it says whether a reply will do, and never finds a key.
    """

    __slots__ = ("tolerance",)
    tolerance: float

    def __new__(cls, value: float, tolerance: float = USUAL) -> Real:
        """Return the real; of two tolerances, the greater one counts."""
        made = super().__new__(cls, value)
        made.tolerance = tolerance
        return made

    def __eq__(self, other: object) -> bool:
        if isinstance(other, bool) or not isinstance(other, int | float):
            return False
        tolerance = max(self.tolerance, getattr(other, "tolerance", 0.0))
        distance = abs(float(self) - float(other))
        return distance <= tolerance * max(1.0, abs(float(self)))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return 0  # numbers that may be equal have the same


def with_tolerance(value: Any, tolerance: float) -> Any:
    """Return a value in which every real equals those within a tolerance."""
    if type(value) is float:
        return Real(value, tolerance)
    if isinstance(value, tuple):
        parts = [with_tolerance(each, tolerance) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, Mapping):
        return Map({key: with_tolerance(each, tolerance) for key, each in value.items()})
    return value
