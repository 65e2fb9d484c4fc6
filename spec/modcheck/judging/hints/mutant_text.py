"""The text of a mutant: what it changes, as the page prints it, and whether it is about an edge."""

from __future__ import annotations

import ast
from typing import Final

from modspec.lint.patterns import text_of
from modspec.print import terminal
from modspec.print.formula import exception_clause, formula
from modspec.run.mutants import Mutant
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import Expression, Span, walk
from modspec.syntax.labels import span
from modspec.syntax.module import Function

NOTHING: Final = "(nothing)"
"""What a mutant has after the change if it leaves a part out."""

_SIGNS: Final[dict[type[ast.cmpop], str]] = {
    ast.Gt: ">",
    ast.GtE: "≥",
    ast.Lt: "<",
    ast.LtE: "≤",
}
"""The comparisons that differ in what they say of equal values."""

_WITH_EQUAL: Final = {">": "≥", "<": "≤"}


def as_written(text: str) -> str:
    """Return a text of a mutant without the needless parentheses of ``all((...))``."""
    if "((" not in text:
        return text
    try:
        (statement,) = ast.parse(text).body
    except (SyntaxError, ValueError):  # a part of a construct, such as for k in m
        return text
    return text_of(statement)


def as_printed(mutant: Mutant) -> str:
    """Return what a mutant changes as the page prints it; as it is written if that is unknown."""
    module = declare(mutant.module)
    function = next((each for each in module.functions if each.name == mutant.function), None)
    texts = (
        _page_text(node, function, mutant)
        for node in ast.walk(ast.parse(module.source))
        if function is not None
    )
    return next(filter(None, texts), "") or as_written(mutant.before)


def _page_text(node: ast.AST, function: Function, mutant: Mutant) -> str:
    """Return a node as the page prints it; empty if it is not what the mutant changes."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None and _is_text_of(key, mutant):
                texts = [_expression(span(part), function) for part in (key, value)]
                return " ↦ ".join(texts) if all(texts) else ""
    if not _is_text_of(node, mutant):
        return ""
    match node:
        case ast.If(test=test):
            clauses = (each for each in function.exceptions if each.value.at == span(test))
            return next((terminal.inline(exception_clause(each)) for each in clauses), "")
        case ast.keyword(arg=str(name), value=value):
            text = _expression(span(value), function)
            return text and f"{name} := {text}"
        case ast.expr():
            return _expression(span(node), function)
    return ""


def _is_text_of(node: ast.AST, mutant: Mutant) -> bool:
    is_there = getattr(node, "lineno", None) == mutant.line
    return is_there and " ".join(ast.unparse(node).split()) == mutant.before


def _expression(at: Span, function: Function) -> str:
    for clause in function.clauses():
        for part in walk(clause.value):
            if part.at == at and isinstance(part, Expression):
                return terminal.inline(formula(part))
    return ""


def signs_of_edge(before: str, after: str) -> tuple[str, str] | None:
    """Return the signs of two comparisons that differ of equal values only, else None."""
    try:
        old, new = (ast.parse(text, mode="eval").body for text in (before, after))
    except SyntaxError:
        return None
    match old, new:
        case ast.Compare(ops=[one]), ast.Compare(ops=[other]):
            signs = _SIGNS.get(type(one), ""), _SIGNS.get(type(other), "")
            sides = [[ast.unparse(e) for e in (c.left, *c.comparators)] for c in (old, new)]
            is_edge = signs in _WITH_EQUAL.items() or signs[::-1] in _WITH_EQUAL.items()
            return signs if is_edge and sides[0] == sides[1] else None
    return None
