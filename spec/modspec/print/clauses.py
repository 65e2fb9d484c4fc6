"""Clauses: what a function's exceptions, transition, output and definitions look like on the page."""

from __future__ import annotations

from modspec.print.document import (
    NOTHING,
    Break,
    Document,
    Face,
    Group,
    Nest,
    flat_width,
    join,
    text,
    with_label,
)
from modspec.print.formula import argument_list, conditional_rules, formula, operator
from modspec.print.type_formula import type_formula
from modspec.syntax.module import ExceptionClause, Function

_MANY = 20
"""How wide the left side of an assignment may be for the right side to stand beside it."""


def signature(function: Function) -> Document:
    """``f : A × B → C``, and what it takes nothing as ``f : → C``."""
    name = text(function.name, Face.FUNCTION) + text(" : ")
    times = Break() + operator("×") + text(" ")
    taken = join(times, (type_formula(parameter.type) for parameter in function.parameters))
    space = Break() if function.parameters else NOTHING
    arrow = operator("→") + text(" ") + type_formula(function.result)
    return Group(name + Nest(taken + space + arrow))


def call(function: Function) -> Document:
    """``f(a, b)``, with the names of the parameters."""
    names = [text(parameter.name, Face.VARIABLE) for parameter in function.parameters]
    return text(function.name, Face.FUNCTION) + argument_list(names)


def exception_clauses(function: Function) -> Document:
    """``exc := (c ⇒ E | c ⇒ E)``."""
    rows = [
        (formula(clause.value), text(clause.exception, Face.CONSTANT), clause.rules)
        for clause in function.exceptions
    ]
    return text("exc", Face.VARIABLE) + _becomes() + conditional_rules(rows)


def exception_clause(clause: ExceptionClause) -> Document:
    """One conditional rule: ``c ⇒ E``."""
    arrow = text(" ") + operator("⇒") + text(" ")
    return formula(clause.value) + arrow + text(clause.exception, Face.CONSTANT)


def _becomes() -> Document:
    return text(" ") + operator(":=") + text(" ")


def transition_clause(function: Function) -> Document:
    """``x, y := e, f``: all expressions are evaluated in the state before."""
    names = [text(a.variable, Face.VARIABLE) for a in function.transition]
    count = len(function.transition)
    values = [
        with_label(
            formula(assignment.value) + (text(",") if number < count else NOTHING), assignment.rules
        )
        for number, assignment in enumerate(function.transition, start=1)
    ]
    left = join(text(", "), names)
    if flat_width(left) > _MANY:
        below = Break() + Group(join(Break(), values))
        return left + text(" ") + operator(":=") + Group(Nest(below, 4))
    return left + _becomes() + Group(Nest(join(Break(), values)))


def output_clause(function: Function) -> Document:
    """``out := e``."""
    assert function.output is not None
    value = with_label(Nest(formula(function.output.value)), function.output.rules)
    return text("out", Face.VARIABLE) + _becomes() + value


def definitions(function: Function) -> Document:
    """``x = e``, a line each."""
    rows = []
    for definition in function.definitions:
        name = text(definition.name, Face.VARIABLE) + text(" ") + operator("=") + text(" ")
        rows.append(with_label(name + Nest(formula(definition.value)), definition.rules))
    return Nest(join(Break(), rows))


def body(function: Function) -> Document:
    """``f(a, b) ≡ e``, the value below the name where it is long."""
    assert function.output is not None
    value = with_label(Nest(formula(function.output.value)), function.output.rules)
    equivalent = text(" ") + operator("≡")
    return Group(call(function) + equivalent + Nest(Break() + value, 4))
