"""The types of the notation: what an annotation denotes. A type refers to other types by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from modspec.syntax.bounds import Nat
from modspec.syntax.expressions import Interval
from modspec.syntax.scope import NameScope
from modspec.syntax.values import State


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
    """A finite type: the names of its elements and, where they are no words, their values."""

    elements: tuple[str, ...]
    values: tuple[Any, ...] = ()
    """Integers, or tuples."""


@dataclass(frozen=True)
class TupleOf(Type):
    """A tuple with named fields."""

    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class IntegersIn(Type):
    """The integers of an interval."""

    interval: Interval


@dataclass(frozen=True)
class InstanceOf(Type):
    """The type of a generic module, with types in place of its type parameters."""

    name: str
    arguments: tuple[Type, ...]


@dataclass(frozen=True)
class Union(Type):
    """The elements of any of several types."""

    members: tuple[Type, ...]


INTEGER = Named("integer")
BOOLEAN = Named("boolean")
REAL = Named("real")
NATURAL = Named("natural")
NOTHING = Enumeration(("none",))
"""The type of what an optional value is if there is none: ``Drink | None``."""

BUILT_IN = {"int": INTEGER, "bool": BOOLEAN, "str": Named("string"), "float": REAL}
"""Python's own types, by the names that the course's template uses."""

_ANNOTATIONS = (
    "use int, Nat, bool, float, Mapping[K, V], Set[T], tuple[T, ...], Literal, A | B, T | None, "
    "or a declared type"
)


def read_type(scope: NameScope, node: ast.expr | None, at: ast.AST) -> Type:
    """Return the type that an annotation denotes; OutsideNotation, at the given place, if none."""
    match node:
        case None:
            scope.refuse(at, "a parameter or result without a type", "annotate it")
        case ast.Name(id=name) if name in BUILT_IN:
            return BUILT_IN[name]
        case ast.Name(id="Nat") if vars(scope.python).get("Nat") is Nat:
            return NATURAL
        case ast.Name(id=name) if name in vars(scope.python):
            return Named(name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return Union((read_type(scope, left, at), NOTHING))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Union((read_type(scope, left, at), read_type(scope, right, at)))
        case ast.Subscript(value=ast.Name(id=name), slice=inner) if _is_generic(scope, name):
            each = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return InstanceOf(name, tuple(read_type(scope, one, at) for one in each))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return Enumeration(tuple(ast.unparse(member).rpartition(".")[2] for member in members))
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[source, target])):
            return Mapping(read_type(scope, source, at), read_type(scope, target, at))
        case ast.Subscript(value=ast.Name(id="Set" | "frozenset"), slice=element):
            return SetOfType(read_type(scope, element, at))
        case ast.Subscript(
            value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[element, ast.Constant(value=last)])
        ) if last is ...:
            return SequenceOf(read_type(scope, element, at))
    scope.refuse(at, f"the type {ast.unparse(node)}", _advice(node))


def parts_of(node: Type) -> Iterator[Type]:
    """Yield a type and those that it is made of."""
    yield node
    match node:
        case SequenceOf(element) | SetOfType(element):
            yield from parts_of(element)
        case Mapping(source, target):
            yield from (*parts_of(source), *parts_of(target))
        case InstanceOf(_, inner) | Union(inner):
            for each in inner:
                yield from parts_of(each)
        case TupleOf(fields):
            for _, each in fields:
                yield from parts_of(each)


def _is_generic(scope: NameScope, name: str) -> bool:
    """Whether a name is that of a state with type parameters."""
    known = vars(scope.python).get(name)
    is_state = isinstance(known, type) and issubclass(known, State)
    return is_state and bool(getattr(known, "__parameters__", ()))


def type_of(value: object) -> Type:
    """Return the type of a constant that is declared without one, from its value."""
    if isinstance(value, frozenset):
        elements = {type(element).__name__ for element in value}
        name = elements.pop() if len(elements) == 1 else "element"
        return SetOfType(BUILT_IN.get(name, Named(name)))
    return BUILT_IN.get(type(value).__name__, Named(type(value).__name__))


def _advice(node: ast.expr) -> str:
    """Return what to write in place of a type that the notation does not have."""
    match node:
        case ast.Subscript(value=ast.Name(id="Sequence" | "list" | "List"), slice=of):
            return f"write tuple[{ast.unparse(of)}, ...]"
        case ast.Subscript(value=ast.Name(id="dict" | "Dict"), slice=of):
            return f"write Mapping[{ast.unparse(of).strip('()')}]"
        case ast.Subscript(value=ast.Name(id="set" | "frozenset"), slice=of):
            return f"write Set[{ast.unparse(of)}]"
        case ast.Subscript(value=ast.Name(id="tuple")):
            return "declare a NamedTuple: a tuple has parts with names, a sequence any length"
        case ast.Subscript(value=ast.Name(id="Annotated")):
            return "give it a name: Digit: TypeAlias = Annotated[int, range(10)]"
        case ast.Name(id="Nat"):
            return "import it: from modspec import Nat"
        case ast.Subscript(value=ast.Name(id="Optional"), slice=of):
            return f"write {ast.unparse(of)} | None"
    return _ANNOTATIONS
