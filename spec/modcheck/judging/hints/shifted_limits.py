"""Shifted limits: mutants in which a number that a guard compares with is one more, or less.

A stack has room for one more than it should. No mutant of the notation says so, since a shifted
number may lead to states that the specification does not know; they only word a hint.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from modspec.run.mutants import Mutant, Operator, Path
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function


def shifted_limits(function: Function) -> list[Mutant]:
    """Return the mutants in which one limit is shifted of those by which a function raises."""
    body = ast.parse(declare(function.module).source).body
    (node,) = (n for n in body if isinstance(n, ast.FunctionDef) and n.name == function.name)
    guards = ((number, each) for number, each in enumerate(node.body) if isinstance(each, ast.If))
    return [
        mutant
        for number, guard in guards
        for place, limit in _limits(guard.test, ("body", number, "test"), function.module)
        for mutant in _mutants_of(limit, place, function)
    ]


def _mutants_of(limit: ast.expr, place: Path, function: Function) -> Iterator[Mutant]:
    """Yield the mutants in which a limit is one more, and one less."""
    before, kind = ast.unparse(limit), Operator.OFF_BY_ONE
    for step, sign in ((1, ast.Add()), (-1, ast.Sub())):
        new: ast.expr = ast.BinOp(limit, sign, ast.Constant(1))
        if isinstance(limit, ast.Constant) and isinstance(limit.value, int):
            new = ast.Constant(limit.value + step)
        module, line, after = function.module, limit.lineno, ast.unparse(new)
        yield Mutant(module, function.name, kind, (), line, before, after, place, new)


def _limits(node: ast.AST, place: Path, module: str) -> Iterator[tuple[Path, ast.expr]]:
    """Yield the numbers that something is compared with, within a node, each with its place."""
    for name, value in ast.iter_fields(node):
        parts = enumerate(value) if isinstance(value, list) else [(None, value)]
        for number, part in parts:
            if not isinstance(part, ast.AST):
                continue
            own = (*place, name) if number is None else (*place, name, number)
            if isinstance(node, ast.Compare) and _is_limit(part, module):
                yield own, part
            yield from _limits(part, own, module)


def _is_limit(part: ast.AST, module: str) -> TypeGuard[ast.expr]:
    """Whether a part is an integer that is written there, or a constant of the module."""
    match part:
        case ast.Constant(value=value):
            return type(value) is int
        case ast.Name(id=name):
            return type(vars(declare(module).python).get(name)) is int
        case _:
            return False
