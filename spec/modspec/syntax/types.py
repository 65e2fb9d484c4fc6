"""The types of the notation: what an annotation denotes.

A type is read from the annotation in the source, and refers to other types by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Type:
    """A type expression."""


@dataclass(frozen=True)
class Named(Type):
    """A type that has a name: ``integer``, ``boolean``, or one that a module declares."""

    name: str


@dataclass(frozen=True)
class SequenceOf(Type):
    """Sequences of any length."""

    element: Type


@dataclass(frozen=True)
class SetOfType(Type):
    """Finite sets."""

    element: Type


@dataclass(frozen=True)
class Mapping(Type):
    """Mappings from one type to another."""

    source: Type
    target: Type


@dataclass(frozen=True)
class Enumeration(Type):
    """A finite type, given by the names of its elements; each with the fields of its value, if any."""

    elements: tuple[str, ...]
    values: tuple[Any, ...] = ()


@dataclass(frozen=True)
class TupleOf(Type):
    """A tuple with named fields."""

    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class Union(Type):
    """The elements of any of several types."""

    members: tuple[Type, ...]


INTEGER = Named("integer")
BOOLEAN = Named("boolean")
BUILT_IN = {"int": INTEGER, "bool": BOOLEAN, "str": Named("string")}
"""Python's own types, by the names that the course's template uses."""
