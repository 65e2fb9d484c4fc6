"""Case advice: results that an author chooses with ``if``, written as the notation has them.

A value is chosen by a conditional expression. A next state is not: each of its variables is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from modspec.lint.patterns import text_of
from modspec.lint.remark import Remark, Surroundings

LONGEST: Final = 240
"""The characters of an advice that is written out, at most."""

_REFUSED: Final = (
    "an if statement",
    "replace within an expression",
    "a next state that is not written out",
)
"""How the notation calls what may be a choice between results."""

_IN_GENERAL: Final = "choose the value of each variable: return replace({state}, {variable}=...)"


def tell_of_cases(node: ast.AST, construct: str, where: Surroundings) -> Iterator[Remark]:
    """Yield what to write for a choice between results, if the construct is one."""
    function = where.function_around(node)
    if function is None or not construct.startswith(_REFUSED):
        return
    place, result = _choice_around(node, function, where)
    if place is None or not any(_is_next_state(each, where) for each in _leaves(result)):
        return
    text = (
        "a next state is chosen as a whole"
        if isinstance(place, ast.expr)
        else "an if statement is outside the notation"
    )
    state, owner = where.scope.state or "state", where.state_class
    variable = owner.variables[0] if owner and owner.variables else "variable"
    written = _written_out(result, where) if result is not None else None
    short = written is not None and len(written) <= LONGEST
    advice = f"write {written}" if short else _IN_GENERAL.format(state=state, variable=variable)
    yield Remark(place, text, advice)


def _choice_around(
    node: ast.AST, function: ast.FunctionDef, where: Surroundings
) -> tuple[ast.AST | None, ast.expr | None]:
    """Return the place of a choice between results, and its value; None for what is unknown."""
    if isinstance(node, ast.If):
        if node not in function.body:
            return None, None
        rest = function.body[function.body.index(node) :]
        return node, _as_expression(rest)
    around: ast.AST = node
    while isinstance(above := where.parents.get(around), ast.expr):
        around = above
    is_result = isinstance(above, ast.Return) and isinstance(around, ast.expr)
    if not is_result or not isinstance(around, ast.expr):
        return None, None
    has_choice = any(isinstance(each, ast.IfExp) for each in _without_arguments(around))
    return (around, around) if has_choice else (None, None)


def _without_arguments(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a result, and those between which it chooses."""
    yield node
    match node:
        case ast.IfExp(body=first, orelse=second) | ast.Tuple(elts=[first, second]):
            yield from _without_arguments(first)
            yield from _without_arguments(second)


def _as_expression(statements: Sequence[ast.stmt]) -> ast.expr | None:
    """Return the value that statements return, as one expression; None if they do more."""
    match statements:
        case [ast.Return(value=ast.expr() as value), *_]:
            return value
        case [ast.If(test=test, body=body, orelse=orelse), *rest]:
            one, other = _as_expression([*body, *rest]), _as_expression([*orelse, *rest])
            return _choice(test, one, other)
    return None


def _choice(test: ast.expr, one: ast.expr | None, other: ast.expr | None) -> ast.expr | None:
    """Return the choice between two values; the value itself, if both are the same."""
    if one is None or other is None:
        return None
    return one if ast.unparse(one) == ast.unparse(other) else ast.IfExp(test, one, other)


def _leaves(result: ast.expr | None) -> Iterator[ast.expr]:
    """Yield the results between which an expression chooses."""
    match result:
        case ast.IfExp(body=one, orelse=other):
            yield from _leaves(one)
            yield from _leaves(other)
        case ast.expr():
            yield result


def _is_next_state(result: ast.expr, where: Surroundings) -> bool:
    """Whether a result is a next state that is written out, alone or beside an output."""
    match result:
        case ast.Tuple(elts=[state, _]):
            return _is_next_state(state, where)
        case ast.Call(func=ast.Name(id=name)):
            owner = where.state_class
            return name == "replace" or (owner is not None and name == owner.__name__)
    return False


def _written_out(result: ast.expr, where: Surroundings) -> str | None:
    """Return the statement that chooses the value of each variable; None if that is unknown."""
    owner = where.state_class
    if owner is None:
        return None
    pairs = [each.elts if isinstance(each, ast.Tuple) else [each] for each in _leaves(result)]
    if len({len(each) for each in pairs}) != 1 or len(pairs[0]) > 2:
        return None
    has_output = len(pairs[0]) == 2
    values = [_values(state, where) for state, *_ in pairs]
    if any(each is None for each in values):
        return None
    known = [each for each in values if each is not None]
    is_whole = all({*each} == {*owner.variables} for each in known)
    chosen = [name for name in owner.variables if any(name in each for each in known)]
    state = where.scope.state
    if not chosen or not (is_whole or state):
        return None

    def value_of(name: str) -> Callable[[int], ast.expr]:
        same = ast.Attribute(ast.Name(state or ""), name)
        return lambda number: known[number].get(name, same)

    arguments = [ast.keyword(name, _choice_of(result, value_of(name))) for name in chosen]
    if is_whole:
        call = ast.Call(ast.Name(owner.__name__), [], arguments)
    else:
        call = ast.Call(ast.Name("replace"), [ast.Name(state or "")], arguments)
    if has_output:
        output = _choice_of(result, lambda number: pairs[number][1])
        return text_of(ast.Return(ast.Tuple([call, output])))
    return text_of(ast.Return(call))


def _values(state: ast.expr, where: Surroundings) -> dict[str, ast.expr] | None:
    """Return the values that a next state gives to variables; None if it is not written out."""
    owner, own = where.state_class, where.scope.state
    match state:
        case ast.Name(id=name) if own and name == own:
            return {}
        case ast.Call(func=ast.Name(id=name), args=given, keywords=keywords):
            of_replace = [ast.unparse(each) for each in given] == [own] and name == "replace"
            of_class = owner is not None and name == owner.__name__ and not given
            if (of_replace or of_class) and all(each.arg for each in keywords):
                return {each.arg: each.value for each in keywords if each.arg}
    return None


def _choice_of(result: ast.expr, value_of: Callable[[int], ast.expr]) -> ast.expr:
    """Return the choice that a result makes, between other values: one for each of its results."""
    numbers = iter(range(1 + sum(1 for _ in _leaves(result))))

    def choose(part: ast.expr) -> ast.expr:
        if isinstance(part, ast.IfExp):
            one, other = choose(part.body), choose(part.orelse)
            found = _choice(part.test, one, other)
            assert found is not None
            return found
        return value_of(next(numbers))

    return choose(result)
