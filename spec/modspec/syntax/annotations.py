"""Annotations: the types that the notation has, read from Python's."""

from __future__ import annotations

import ast

from modspec.syntax.scope import NameScope
from modspec.syntax.types import (
    BUILT_IN,
    Enumeration,
    Mapping,
    Named,
    SequenceOf,
    SetOfType,
    Type,
    Union,
)


def read_type(scope: NameScope, node: ast.expr | None, at: ast.AST) -> Type:
    """The type that an annotation denotes; OutsideNotation, at the given place, if it denotes none."""
    match node:
        case None:
            scope.refuse(at, "a parameter or result without a type", "annotate it")
        case ast.Name(id=name) if name in BUILT_IN:
            return BUILT_IN[name]
        case ast.Name(id=name) if name in vars(scope.python):
            return Named(name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Union((read_type(scope, left, at), read_type(scope, right, at)))
        case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return Enumeration(tuple(ast.unparse(member).rpartition(".")[2] for member in members))
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[source, target])):
            return Mapping(read_type(scope, source, at), read_type(scope, target, at))
        case ast.Subscript(value=ast.Name(id="Set" | "frozenset"), slice=element):
            return SetOfType(read_type(scope, element, at))
        case ast.Subscript(
            value=ast.Name(id="tuple"),
            slice=ast.Tuple(elts=[element, ast.Constant(value=last)]),
        ) if last is ...:
            return SequenceOf(read_type(scope, element, at))
    scope.refuse(
        at,
        f"the type {ast.unparse(node)}",
        "use int, bool, Mapping[K, V], Set[T], tuple[T, ...], Literal, A | B, or a declared type",
    )


def type_of(value: object) -> Type:
    """The type of a constant that is declared without one, read off its value."""
    if isinstance(value, frozenset):
        elements = {type(element).__name__ for element in value}
        name = elements.pop() if len(elements) == 1 else "element"
        return SetOfType(BUILT_IN.get(name, Named(name)))
    return BUILT_IN.get(type(value).__name__, Named(type(value).__name__))
