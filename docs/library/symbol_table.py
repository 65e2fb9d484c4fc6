"""Symbol table: the names of a program, each with its type.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import StrEnum
from typing import Final

from modspec import AbstractObject

__all__ = [
    "CAPACITY",
    "RESERVED",
    "Declared",
    "Full",
    "Reserved",
    "Type",
    "Undeclared",
    "declare",
    "init",
    "is_declared",
    "lookup",
    "names",
    "remove",
    "size",
    "update",
]  # fmt: skip


class Type(StrEnum):
    """The types of the program."""

    INTEGER = "integer"
    BOOLEAN = "boolean"


CAPACITY: Final = 2
"""How many names there is room for."""


RESERVED: Final = frozenset({"if", "while"})  # [reserved]
"""The words of the language, which are no names."""


class Declared(Exception):  # [declared-once]
    """The name is in the table already."""


class Full(Exception):  # [capacity]
    """There is no room in the table."""


class Reserved(Exception):  # [reserved]
    """The name is a word of the language."""


class Undeclared(Exception):  # [undeclared]
    """The name is not in the table."""


class SymbolTable(AbstractObject):
    """The one table of the module."""

    table: Mapping[str, Type]  # [one-type]
    """The type of each name that is declared."""


def invariant(symbols: SymbolTable) -> bool:
    """The table holds no more names than there is room for."""
    return len(symbols.table) <= CAPACITY  # [capacity]


def init() -> SymbolTable:
    """Begin with no name."""
    return SymbolTable(table={})  # [begins-empty]


def declare(symbols: SymbolTable, name: str, kind: Type) -> SymbolTable:
    """Declare a name."""
    if name in RESERVED:
        raise Reserved  # [reserved]
    if name in symbols.table:
        raise Declared  # [declared-once]
    if len(symbols.table) == CAPACITY:
        raise Full  # [capacity]
    return SymbolTable(table={**symbols.table, name: kind})  # [one-type]


def update(symbols: SymbolTable, name: str, kind: Type) -> SymbolTable:
    """Give a name another type."""
    if name not in symbols.table:
        raise Undeclared  # [undeclared]
    return SymbolTable(table={**symbols.table, name: kind})  # [one-type]


def remove(symbols: SymbolTable, name: str) -> SymbolTable:
    """Forget a name."""
    if name not in symbols.table:
        raise Undeclared  # [undeclared]
    return SymbolTable(table={n: symbols.table[n] for n in symbols.table if n != name})  # [remove]


def lookup(symbols: SymbolTable, name: str) -> Type:
    """The type of a name."""
    if name not in symbols.table:
        raise Undeclared  # [undeclared]
    return symbols.table[name]  # [one-type]


def is_declared(symbols: SymbolTable, name: str) -> bool:
    """Whether a name is in the table."""
    return name in symbols.table  # [one-type]


def names(symbols: SymbolTable) -> Set[str]:
    """The names in the table."""
    return frozenset(symbols.table)  # [names]


def size(symbols: SymbolTable) -> int:
    """How many names are in the table."""
    return len(symbols.table)  # [size]
