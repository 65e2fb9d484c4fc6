"""Name advice: what to write for a name, or an exception, that means nothing where it stands."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from difflib import get_close_matches
from enum import Enum

from modspec.lint.instead import NAMED
from modspec.lint.nearness import are_one_edit_apart
from modspec.lint.remark import Remark, Surroundings


def tell_of_name(node: ast.Name, instead: str, where: Surroundings) -> Remark:
    """Return what to tell of a name that means nothing; ``instead`` is the notation's advice."""
    name = node.id
    text = f"the name {name} means nothing here"
    if name in where.scope.names:
        text, instead = f"{name} is a value, and is called", "call a function of the module"
    elif hasattr(builtins, name):
        text = f"{name} is outside the notation"
    advice = NAMED.get(name) or next(_candidates(name, node, where), instead)
    return Remark(node, text, advice)


def _candidates(name: str, node: ast.Name, where: Surroundings) -> Iterator[str]:
    is_called = isinstance(where.parents.get(node), ast.Call)
    for function in where.scope.callees if is_called else ():
        if where.is_own_function(function) and are_one_edit_apart(name, function):
            yield f"did you mean {function}?"
    for each in where.meanings.values():
        if isinstance(each, type) and issubclass(each, Enum) and name in each.__members__:
            yield f"did you mean {each.__name__}.{name}?"
    state, around = where.state_class, where.function_around(node)
    if state and around and not where.scope.state and name in _states(state.__name__, where):
        yield f"take the state as the first parameter: {around.name}({name}: {state.__name__})"


def _states(state: str, where: Surroundings) -> Iterator[str]:
    """Yield the names that the state has as a parameter anywhere in the file."""
    for node in where.parents:
        match node:
            case ast.arg(arg=name, annotation=ast.Name(id=kind)) if kind == state:
                yield name


def fault_of_exception(name: str) -> str:
    """Return what is wrong with an exception that is no exception of the module."""
    if hasattr(builtins, name):
        return f"{name} is an exception of Python, not of the module"
    return f"the exception {name} is declared nowhere"


def exception_meant(name: str, where: Surroundings) -> str:
    """Return what to write in place of an exception that cannot be raised so."""
    exceptions = [
        each
        for each, value in where.meanings.items()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    if name in exceptions:
        return f"write raise {name}"
    if hasattr(builtins, name):
        declare = "declare an exception of the module's own, class Name(Exception) with a docstring"
        return f"{declare}, and raise it by its name alone: raise Name"
    declare = f"declare it: class {name}(Exception) with a docstring"
    by_lower = {each.lower(): each for each in exceptions}
    near = get_close_matches(name.lower(), by_lower, 1)
    return f"did you mean {by_lower[near[0]]}? If not, {declare}" if near else declare
