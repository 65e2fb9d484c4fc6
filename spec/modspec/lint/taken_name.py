"""Taken names: a parameter, a definition or a dummy with a name that means something else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from modspec.lint.remark import Remark, Surroundings

_TAKEN: Final = re.compile(
    r"a second meaning for (?P<defined>\w+)"
    r"|the (?P<what>parameter|dummy) (?P<name>\w+), which already means something"
)
"""How the notation calls a name that is taken."""


def tell_of_taken_name(node: ast.AST, construct: str, where: Surroundings) -> Iterator[Remark]:
    """Yield what to tell of a name that is taken, if a construct is one."""
    if found := _TAKEN.fullmatch(construct):
        name, what = found["defined"] or found["name"], found["what"] or "definition"
        holder = next(_holders(name, node, where))
        text = f"the {what} {name} has the name of {holder}"
        advice = f"give it another name, such as {_free_name(name, what, where)}"
        if what == "definition" and ("parameter" in holder or "definition" in holder):
            advice = f"a name has one value, which never changes: {advice}"
        yield Remark(node, text, advice)


def _holders(name: str, node: ast.AST, where: Surroundings) -> Iterator[str]:
    """Yield what has a name where a construct stands, the nearest first."""
    scope, around = where.scope, where.function_around(node)
    if name == scope.state:
        yield "the state"
    if around is not None:
        yield from _holders_within(around, name, node)
    if name in scope.names:
        yield "a dummy further out"
    if name in scope.variables:
        yield "a state variable"
    if name in scope.callees:
        yield "a function"
    meaning = where.meanings.get(name)
    kinds = {ModuleType: "a module", type: "a type"}
    yield next((text for kind, text in kinds.items() if isinstance(meaning, kind)), "a constant")


def _holders_within(function: ast.FunctionDef, name: str, node: ast.AST) -> Iterator[str]:
    for argument in function.args.args:
        if argument.arg == name and argument is not node:
            yield f"a parameter of {function.name}"
    for statement in function.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=defined)], lineno=line) if defined == name:
                if statement is not node:
                    yield f"the definition in line {line}"


def _free_name(name: str, what: str, where: Surroundings) -> str:
    """Return a name that may be given instead: a letter to a dummy, ``new_name`` to the others."""
    letters = (*name[:1].lower(), *"xyzabcdefghijklmnopqrstuvw") if what == "dummy" else ()
    numbered = (f"new_{name.lower()}{number or ''}" for number in range(100))
    scope = where.scope
    taken = {*scope.names, *where.meanings}
    free = (each for each in (*letters, *numbered) if each not in taken and scope.is_free(each))
    return next(free, "another one")
