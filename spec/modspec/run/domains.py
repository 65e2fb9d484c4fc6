"""Domains: the argument values that are tried for each parameter.

All elements of an enumeration are tried. For an integer, the author of a specification names the
values that matter: some in range and some on either side. If the values depend on the state, as a
time does on the time before, they are computed from it.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import EnumMeta
from functools import lru_cache
from typing import Any, TypeAlias

from modspec.syntax.bounds import bounds_of
from modspec.syntax.errors import SpecificationError
from modspec.syntax.module import Function, Module
from modspec.syntax.values import State


@dataclass(frozen=True)
class Values:
    """The values to try for a parameter."""

    usual: tuple[Any, ...]
    """Values that are tried with all values of the other parameters."""

    rare: tuple[Any, ...] = ()
    """Values that are tried with a few calls of each kind only, to limit the number of calls."""


Moving: TypeAlias = Callable[[State | None], Values]
"""Values that depend on the state before the call, which is None before the first call."""


@dataclass(frozen=True)
class Domains:
    """The values to try, by ``routine.parameter``, by parameter name, or by type name."""

    values: Mapping[str, tuple[Any, ...] | Values | Moving] = field(default_factory=dict)

    def of(
        self, module: Module, function: Function, number: int, state: State | None = None
    ) -> Values:
        """Return the values for a parameter, by its position, in a state.

        Raises SpecificationError if no values are known.
        """
        parameter = function.parameters[number]
        type_name = getattr(parameter.type, "name", "")
        for key in (f"{function.name}.{parameter.name}", parameter.name, type_name):
            if key in self.values:
                return _as_values(self.values[key], state)
        declared = vars(module.python).get(type_name)
        bounds = bounds_of(declared)
        if bounds is not None and bounds.high is not None:
            return Values(tuple(range(bounds.low, bounds.high + 1)))
        finite = elements(declared)
        if finite is None:
            name = f"{function.name}.{parameter.name}"
            problem = f"no values to try for {parameter.name} of {function.name}"
            raise SpecificationError(f"{problem}; give Domains an entry '{name}'")
        return Values(finite)

    def of_all(
        self, module: Module, function: Function, state: State | None = None
    ) -> tuple[Values, ...]:
        """Return the values for each parameter of a function, in a state."""
        return tuple(
            self.of(module, function, number, state) for number in range(len(function.parameters))
        )

    def usual(
        self, module: Module, function: Function, state: State | None = None
    ) -> tuple[tuple[Any, ...], ...]:
        """Return every combination of usual arguments for a function in a state, in fixed order."""
        return _product(tuple(values.usual for values in self.of_all(module, function, state)))


def _as_values(given: tuple[Any, ...] | Values | Moving, state: State | None) -> Values:
    if isinstance(given, tuple):
        return Values(given)
    return given if isinstance(given, Values) else given(state)


@lru_cache(1024)  # bounded: values that depend on the state are always new
def _product(domains: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(itertools.product(*domains))


def elements(value: Any) -> tuple[Any, ...] | None:
    """Return the elements of a type that has few, or None.

    It is an enumeration, a Literal, bool, the type of None, or a union of these.
    """
    if isinstance(value, EnumMeta):
        return tuple(value.__members__.values())
    if value is bool:
        return (False, True)
    if value is type(None):
        return (None,)
    parts = typing.get_args(value)
    if typing.get_origin(value) is typing.Literal:
        return parts
    found = [elements(part) for part in parts]
    if not found or None in found:
        return None
    return tuple(element for part in found if part for element in part)
