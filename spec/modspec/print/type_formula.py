"""Types as documents: ``seq of integer``, ``Square → Cell``, ``{BLACK, WHITE}``."""

from __future__ import annotations

from functools import singledispatch

from modspec.print.document import Break, Document, Face, Group, Nest, join, text
from modspec.print.formula import operator
from modspec.syntax.types import (
    Enumeration,
    Mapping,
    Named,
    SequenceOf,
    SetOfType,
    TupleOf,
    Type,
    Union,
)


@singledispatch
def type_formula(node: Type) -> Document:
    """The type as a document."""
    raise TypeError(f"no formula for the type {node!r}")


@type_formula.register
def _(node: Named) -> Document:
    return text(node.name, Face.TYPE)


@type_formula.register
def _(node: SequenceOf) -> Document:
    return text("seq of ", Face.KEYWORD) + type_formula(node.element)


@type_formula.register
def _(node: SetOfType) -> Document:
    return text("set of ", Face.KEYWORD) + type_formula(node.element)


@type_formula.register
def _(node: Mapping) -> Document:
    arrow = text(" ") + operator("→") + text(" ")
    return type_formula(node.source) + arrow + type_formula(node.target)


@type_formula.register
def _(node: Enumeration) -> Document:
    elements: list[Document] = []
    for number, name in enumerate(node.elements):
        value = ""
        if node.values:
            value = " = (" + ", ".join(str(part) for part in node.values[number]) + ")"
        elements.append(text(name, Face.CONSTANT) + text(value))
    return Group(text("{") + Nest(join(text(",") + Break(), elements)) + text("}"))


@type_formula.register
def _(node: TupleOf) -> Document:
    fields = [
        text(name, Face.VARIABLE) + text(" : ") + type_formula(of) for name, of in node.fields
    ]
    opening = text("tuple of ", Face.KEYWORD) + text("(")
    return Group(opening + Nest(join(text(",") + Break(), fields)) + text(")"))


@type_formula.register
def _(node: Union) -> Document:
    return join(text(" ") + operator("∪") + text(" "), map(type_formula, node.members))
