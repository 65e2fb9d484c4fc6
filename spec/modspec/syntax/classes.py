"""Classes: the types, exceptions and states that a module declares."""

from __future__ import annotations

import ast
import enum
from typing import Any

from modspec.syntax.annotations import read_type
from modspec.syntax.labels import span
from modspec.syntax.module import (
    ExceptionDeclaration,
    StateDeclaration,
    TypeDeclaration,
    VariableDeclaration,
)
from modspec.syntax.scope import NameScope
from modspec.syntax.types import Enumeration, TupleOf
from modspec.syntax.values import State


def declared_class(
    scope: NameScope, node: ast.ClassDef
) -> StateDeclaration | ExceptionDeclaration | TypeDeclaration:
    """What a class declares: the state by its variables, an exception, or a type."""
    value = vars(scope.python)[node.name]
    text = " ".join((ast.get_docstring(node) or "").split())
    marks: dict[str, Any] = {"text": text, "rules": scope.labelled.of(node), "at": span(node)}
    for part in node.body:
        _part_of_class(scope, part, is_enumeration=issubclass(value, enum.Enum))
    if issubclass(value, State):
        return StateDeclaration(node.name, variables=_variables(scope, node), **marks)
    if issubclass(value, Exception):
        return ExceptionDeclaration(node.name, **marks)
    if issubclass(value, enum.Enum):
        members = list(value)
        values = tuple(tuple(m) for m in members if isinstance(m, tuple))
        return TypeDeclaration(
            node.name, type=Enumeration(tuple(m.name for m in members), values), **marks
        )
    if hasattr(value, "_fields"):
        fields = tuple(
            (part.target.id, read_type(scope, part.annotation, part))
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        )
        return TypeDeclaration(node.name, type=TupleOf(fields), **marks)
    scope.refuse(
        node,
        f"the class {node.name}",
        "derive it from AbstractObject, NamedTuple, Enum or Exception",
    )


def _part_of_class(scope: NameScope, part: ast.stmt, is_enumeration: bool) -> None:
    """Refuse what stands in a class and would not stand on the page."""
    match part:
        case ast.FunctionDef():
            scope.refuse(part, "a method", "write a function of the module")
        case ast.AnnAssign(value=ast.expr()):
            scope.refuse(part, "a default value", "give each value where it is built")
        case ast.Expr(value=ast.Constant(value=str())) | ast.AnnAssign() | ast.Pass():
            return
        case ast.Assign() if is_enumeration:
            return
    scope.refuse(
        part, "a statement in a class", "list fields with their types, or an Enum's elements"
    )


def _variables(scope: NameScope, node: ast.ClassDef) -> tuple[VariableDeclaration, ...]:
    return tuple(
        VariableDeclaration(
            part.target.id,
            text=docstring_after(node.body, index),
            rules=scope.labelled.of(part),
            at=span(part),
            type=read_type(scope, part.annotation, part),
        )
        for index, part in enumerate(node.body)
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    )


def docstring_after(body: list[ast.stmt], index: int) -> str:
    """The string that stands below a declaration and says what it means; empty if none does."""
    if index + 1 < len(body):
        match body[index + 1]:
            case ast.Expr(value=ast.Constant(value=str(text))):
                return " ".join(text.split())
    return ""
