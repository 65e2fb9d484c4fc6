"""Class advice: what to write for a class as object-oriented programs have it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from modspec.lint.patterns import text_of
from modspec.lint.remark import Remark, Surroundings


def tell_of_method(node: ast.FunctionDef, where: Surroundings) -> Remark:
    """Return what to write in place of a method of a class."""
    owner = where.parents[node]
    assert isinstance(owner, ast.ClassDef)
    name = owner.name
    text = f"the class {name} has a method {node.name}"
    if issubclass(where.meanings[name], Exception):
        return Remark(node, text, "leave it out: an exception has a name, and nothing else")
    if node.name == "__init__":
        fields = dict(_variables_set(node))
        types = ", ".join(f"{each}: {kind}" for each, kind in fields.items()) or "name: type"
        values = ", ".join(f"{each}=..." for each in fields) or "name=..."
        advice = (
            f"list its variables with their types, {types}; their first values are for a function "
            f"of the module to say: def init() -> {name}: return {name}({values})"
        )
        return Remark(node, text, advice)
    rest = "".join(f", {text_of(each)}" for each in node.args.args[1:])
    advice = f"write a function of the module: def {node.name}({name.lower()}: {name}{rest})"
    return Remark(node, text, advice)


def _variables_set(node: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the variables that a method gives values, each with its type, or ``type``."""
    for part in ast.walk(node):
        match part:
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation):
                yield name, text_of(annotation)
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                yield name, "type"


def tell_of_base(node: ast.ClassDef, where: Surroundings) -> Remark:
    """Return what a class should be derived from, by how the file uses it."""
    name, base, what = node.name, "NamedTuple", "a tuple of parts with names"
    for part in where.parents:
        match part:
            case ast.Raise(exc=ast.Name(id=raised) | ast.Call(func=ast.Name(id=raised))):
                if raised == name:
                    base, what = "Exception", "an exception"
            case ast.FunctionDef(args=ast.arguments(args=[ast.arg(annotation=first), *_])):
                if isinstance(first, ast.Name) and first.id == name:
                    base, what = "AbstractObject", "the state"
    text = f"the class {name} is derived from nothing that the notation has"
    return Remark(node, text, f"write class {name}({base}): {what}")
