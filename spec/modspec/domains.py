"""Domains: which argument values are tried for each parameter.

The elements of an enumeration are all tried. Of an integer the author of a specification says which
values matter: those that mean something, and some on either side that do not.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import EnumMeta
from functools import cache
from typing import Any

from modspec.errors import SpecificationError
from modspec.module import Function, Module


@dataclass(frozen=True)
class Domains:
    """The values to try, by ``routine.parameter``, by parameter name, or by the name of the type."""

    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def of(self, module: Module, function: Function, number: int) -> tuple[Any, ...]:
        """The values for a parameter, by its position; SpecificationError if none are known."""
        parameter = function.parameters[number]
        type_name = getattr(parameter.type, "name", "")
        for key in (f"{function.name}.{parameter.name}", parameter.name, type_name):
            if key in self.values:
                return self.values[key]
        finite = elements(vars(module.python).get(type_name))
        if finite is None:
            raise SpecificationError(
                f"no values to try for {parameter.name} of {function.name}; give Domains an entry "
                f"'{function.name}.{parameter.name}'"
            )
        return finite

    def arguments(self, module: Module, function: Function) -> tuple[tuple[Any, ...], ...]:
        """Every combination of arguments for a function, in a fixed order."""
        return _product(
            tuple(self.of(module, function, i) for i in range(len(function.parameters)))
        )


@cache
def _product(domains: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(itertools.product(*domains))


def elements(value: Any) -> tuple[Any, ...] | None:
    """The elements of a finite type: of an enumeration, of a Literal, or of a union of such."""
    if isinstance(value, EnumMeta):
        return tuple(value.__members__.values())
    if value is bool:
        return (False, True)
    parts = typing.get_args(value)
    if typing.get_origin(value) is typing.Literal:
        return parts
    found = [elements(part) for part in parts]
    if not found or None in found:
        return None
    return tuple(element for part in found if part for element in part)
