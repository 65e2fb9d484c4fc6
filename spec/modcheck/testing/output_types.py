"""Output types: which values an access program may yield, by its declared type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from modcheck.system.implementation import Json, encode
from modspec.run.domains import elements
from modspec.run.machine import Machine
from modspec.run.reals import Real
from modspec.syntax.bounds import Nat, bounds_of
from modspec.syntax.types import NATURAL, NOTHING, Type, Union

_PLAIN: Final[Mapping[str, type]] = {"integer": int, "boolean": bool, "real": Real}
"""The types in which values of the notation's own types travel."""


class OutputTypes:
    """Tells whether a reply is a value that an access program may yield."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._predicates: dict[str, Callable[[Json], bool]] = {}

    def allow(self, routine: str, output: Json) -> bool:
        """Whether a value has the type of a routine's output; true if the type is not known."""
        if routine not in self._predicates:
            self._predicates[routine] = self._predicate(self._machine.routine(routine).result)
        return self._predicates[routine](output)

    def _predicate(self, result: Type | None) -> Callable[[Json], bool]:
        if isinstance(result, Union):
            members = [*map(self._predicate, result.members)]
            return lambda output: any(is_allowed(output) for is_allowed in members)
        if result == NOTHING:
            return lambda output: output is None
        named = getattr(result, "name", "")
        declared = vars(self._machine.module.python).get(named)
        bounds = bounds_of(Nat if named == NATURAL.name else declared)
        if bounds is not None:
            return bounds.has
        if named in _PLAIN:
            plain = _PLAIN[named]
            return lambda output: type(output) is plain  # in Python True is an integer as well
        values = frozenset(map(encode, elements(declared) or ()))
        return lambda output: not values or (type(output) is str and output in values)
