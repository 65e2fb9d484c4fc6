"""Output types: which values an access program may yield, by its declared type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modcheck.system.implementation import Json, encode
from modspec.run.domains import elements
from modspec.run.machine import Machine
from modspec.run.reals import Real
from modspec.syntax.bounds import Bounds, Nat, bounds_of
from modspec.syntax.types import NATURAL

_PLAIN: Final[Mapping[str, type]] = {"integer": int, "boolean": bool, "real": Real}
"""The types in which values of the notation's own types travel."""


class OutputTypes:
    """Tells whether a reply is a value that an access program may yield."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._enumerated: dict[str, frozenset[Json]] = {}

    def allow(self, routine: str, output: Json) -> bool:
        """Whether a value has the type of a routine's output; true if the type is not known."""
        named = getattr(self._machine.routine(routine).result, "name", "")
        bounds = self._bounds(named)
        if bounds is not None:
            return bounds.has(output)
        if named in _PLAIN:
            return type(output) is _PLAIN[named]  # in Python True is an integer as well
        if routine not in self._enumerated:
            values = elements(vars(self._machine.module.python).get(named)) or ()
            self._enumerated[routine] = frozenset(map(encode, values))
        known = self._enumerated[routine]
        return not known or (type(output) is str and output in known)

    def _bounds(self, named: str) -> Bounds | None:
        """Return the bounds of a type of integers that has a name."""
        declared = vars(self._machine.module.python).get(named)
        return bounds_of(Nat if named == NATURAL.name else declared)
