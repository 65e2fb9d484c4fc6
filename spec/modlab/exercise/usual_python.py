"""Usual Python: what a learner who knows Python writes, and what the notation has instead.

The notation names the construct that it does not have. A learner also wants to read what to write,
with the names of their own text and of the module. So this is asked before the notation is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import EnumMeta
from typing import Any, get_args, get_type_hints

from modspec import Module
from modspec.syntax.declaration import declare
from modspec.syntax.values import State


def usual_python(node: ast.FunctionDef, module: Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield the parts of a function that the notation writes otherwise, and how."""
    space = vars(module.python)
    bound = {each.arg for each in node.args.args}
    bound |= {n.id for n in ast.walk(node) if type(n) is ast.Name and type(n.ctx) is ast.Store}
    for part in (each for statement in node.body for each in ast.walk(statement)):
        match part:
            case ast.Raise(ast.Call(ast.Name(name), [], [])):
                yield part, f"write `raise {name}`, without parentheses"
            case ast.Call(ast.Name("len"), [ast.GeneratorExp(_, generators)]):
                count = ast.unparse(ast.GeneratorExp(ast.Constant(1), generators))
                yield part, f"count with sum: write sum{count}"
            case ast.UnaryOp(ast.Not(), operand) if _is_sequence(operand, node, space):
                yield part, f"write len({ast.unparse(operand)}) == 0"
            case ast.List(elements) if _yields_a_set(node):
                yield part, f"a set is meant: write {{{', '.join(map(ast.unparse, elements))}}}"
            case ast.Call(ast.Name(name), [], keywords) if _is_part_of(space.get(name), keywords):
                state = node.args.args[0].arg if node.args.args else "state"
                given = ", ".join(map(ast.unparse, keywords))
                missing = f"{name} has to have all its parts"
                yield part, f"{missing}; to change some only, write replace({state}, {given})"
            case ast.Attribute(ast.Name(name), element) if name not in bound:
                if element in (known := _elements(space.get(name))):
                    values = ", ".join(known)
                    yield part, f"{name} is a type of the values {values}: write {element}"
            case ast.comprehension(_, ast.Name(name)) if name not in bound:
                if known := _elements(space.get(name)):
                    values = ", ".join(known)
                    yield part.iter, f"{name} is a type: write ({values}), its values"
            case ast.Name(name, ast.Load()) if name not in bound and name not in space:
                if holder := _holder(name, node, space):
                    yield part, f"{name} is a part of {holder}: write {holder}.{name}"
                elif any(name in vars(declare(use.module).python) for use in module.uses):
                    yield part, f"{name} is not part of this exercise; write it with what is there"


def _elements(value: Any) -> list[str]:
    """Return the values of a type that is no enumeration, but names elements of one."""
    if isinstance(value, EnumMeta | type):
        return []
    return [each.name for each in get_args(value) if hasattr(each, "name")]


def _is_part_of(kind: Any, keywords: list[ast.keyword]) -> bool:
    """Whether a state would be built of some of its parts."""
    if not (isinstance(kind, type) and issubclass(kind, State)) or not keywords:
        return False
    names = {each.arg for each in keywords}
    return names < set(kind.variables)


def _types(node: ast.FunctionDef, space: dict[str, Any]) -> dict[str, Any]:
    function = space.get(node.name)
    return get_type_hints(function) if callable(function) else {}


def _holder(name: str, node: ast.FunctionDef, space: dict[str, Any]) -> str:
    """Return the parameter that has a part of a name; empty if none has."""
    for parameter, kind in _types(node, space).items():
        is_state = isinstance(kind, type) and issubclass(kind, State)
        if parameter != "return" and is_state and name in kind.variables:
            return parameter
    return ""


def _is_sequence(operand: ast.expr, node: ast.FunctionDef, space: dict[str, Any]) -> bool:
    """Whether a term is a parameter or a state variable whose values are sequences."""
    types = _types(node, space)
    match operand:
        case ast.Name(name):
            kind = types.get(name)
        case ast.Attribute(ast.Name(holder), name) if holder in types:
            try:
                kind = get_type_hints(types[holder]).get(name)
            except TypeError:  # the holder is of no class
                return False
        case _:
            return False
    return getattr(kind, "__origin__", None) is tuple


def _yields_a_set(node: ast.FunctionDef) -> bool:
    """Whether a function is annotated to yield a set, as in ``Set[int]``."""
    returns = node.returns
    name = returns.value if isinstance(returns, ast.Subscript) else returns
    return isinstance(name, ast.Name) and name.id in ("Set", "frozenset", "set")
