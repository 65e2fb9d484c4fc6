"""Grids: the part of a state that a page draws in rows and columns, and the calls about a cell.

A grid is a mapping whose keys are pairs of integers, such as ``Square(2, 3)``, or a sequence of
rows of one length. An access program is about a cell if parameters of it have the names of the
key's fields: ``move(row, col)`` is about a whole cell, ``drop(col)`` about its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args, get_origin, get_type_hints

from modspec.syntax.module import Function
from modspec.syntax.values import State

LEAST: Final = 4
"""Cells that a mapping has at least to be drawn as a grid."""

_FIELDS: Final = ("row", "col")
"""The names of the fields of a key that has none."""

Place = tuple[int, int]
"""The two integers of a cell's key."""


@dataclass(frozen=True)
class CellGrid:
    """A part of a state in rows and columns."""

    variable: str
    """The state variable, as ``board``, or ``game.board`` within another state."""

    fields: tuple[str, str]
    """The names of the key's integers, the row's first."""

    values: Mapping[Place, Any]
    """What each cell holds, in the order of the places."""

    keys: Mapping[Place, Any]
    """The key of each cell, as the specification has it."""

    def place_of(self, value: Any) -> Place | None:
        """Return the place of the cell whose key a value is, or None."""
        if not isinstance(value, tuple) or len(value) != len(_FIELDS):
            return None
        key = self.keys.get((value[0], value[1]))
        return (value[0], value[1]) if key is not None and type(key) is type(value) else None


def grid_of(state: State | None, named_sets: Mapping[type, frozenset[Any]]) -> CellGrid | None:
    """Return the grid of a state: that of its first variable which is one, or has one within.

    A mapping that has a value for some keys only is drawn with all of them, if a named set of the
    module has them.
    """
    for name in state.variables if state is not None else ():
        value = getattr(state, name)
        inner = grid_of(value, named_sets) if isinstance(value, State) else None
        if inner is not None:
            return CellGrid(f"{name}.{inner.variable}", inner.fields, inner.values, inner.keys)
        keys: dict[Place, Any] = {}
        if isinstance(value, Mapping):
            keys = rectangle(value) or rectangle(_named_keys(state, name, named_sets))
        elif isinstance(value, tuple) and all(isinstance(row, tuple) for row in value):
            keys = rectangle((r, c) for r, row in enumerate(value) for c in range(len(row)))
        if keys:
            first, second = getattr(next(iter(keys.values())), "_fields", _FIELDS)
            values = {place: _element(value, keys[place]) for place in keys}
            return CellGrid(name, (first, second), values, keys)
    return None


def _named_keys(
    state: State | None, variable: str, named_sets: Mapping[type, frozenset[Any]]
) -> frozenset[Any]:
    """Return the keys that a mapping can have, if a named set of the module has them."""
    declared = get_type_hints(type(state)).get(variable)
    if get_origin(declared) is not Mapping:
        return frozenset()
    return named_sets.get(get_args(declared)[0], frozenset())


def _element(value: Any, key: Any) -> Any:
    """Return what a cell holds; None for a cell that has no value."""
    return value.get(key) if isinstance(value, Mapping) else value[key[0]][key[1]]


def rectangle(keys: Iterable[Any]) -> dict[Place, Any]:
    """Return keys by place, in order, if they are pairs that fill a rectangle; else none."""
    found = list(keys)
    if len(found) < LEAST or not all(_is_pair(key) for key in found):
        return {}
    rows, columns = ({key[n] for key in found} for n in range(2))
    if len(found) != len(rows) * len(columns) or len({type(key) for key in found}) != 1:
        return {}
    return {(key[0], key[1]): key for key in sorted(found)}


def _is_pair(key: Any) -> bool:
    return (
        isinstance(key, tuple)
        and len(key) == len(_FIELDS)
        and all(type(number) is int for number in key)
    )


def is_about_a_cell(function: Function, fields: tuple[str, str]) -> bool:
    """Whether an access program takes a cell's row, its column, or both."""
    return any(parameter.name in fields for parameter in function.parameters)


def is_about_a_whole_cell(function: Function, fields: tuple[str, str]) -> bool:
    """Whether an access program takes both integers of a cell's key."""
    return set(fields) <= {parameter.name for parameter in function.parameters}


def call_template(function: Function) -> str:
    """Return how a call is written, each parameter's name in braces: ``move({row}, {col})``."""
    names = ", ".join(f"{{{parameter.name}}}" for parameter in function.parameters)
    return f"{function.name}({names})"
