"""Reading hint: how a formula is read, value by value, for a learner who has to say what it yields.

To name the value would be the solution. So the hint goes through the range of the outermost
quantifier and says, for each value of its dummy, whether the condition holds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from modlab.exercise.edit_script import text_of
from modspec import Module
from modspec.run.plain import plain


def reading_hint(reference: ast.FunctionDef, module: Module, level: str) -> Iterator[str]:
    """Yield the lines of a hint for a question: a function that yields one call of another.

    There are none if the other function has no quantifier, or is not of the same module.
    """
    match reference.body[-1]:
        case ast.Return(ast.Call(ast.Name(name), values)):
            function = _function(module, name)
        case _:
            return
    quantified = _first_quantified(function) if function else None
    if function is None or quantified is None:
        return
    known = dict(vars(module.python))
    for parameter, value in zip(function.args.args, values, strict=True):
        known[parameter.arg] = _value(value, known)
    generator = quantified.generators[0]
    dummy, condition = ast.unparse(generator.target), (*generator.ifs, quantified.elt)[0]
    yield f"In {name}, {dummy} goes through `{text_of(generator.iter)}`."
    if level == "where":
        return
    through = list(_value(generator.iter, known))
    yield f"That is {', '.join(map(plain, through)) or 'no value at all'}."
    if level == "how" and not through:
        yield "Is there a value for which the condition is false? Or one for which it is true?"
    for each in through if level == "how" else through[:1]:
        truth = "true" if _value(condition, {**known, dummy: each}) else "false"
        yield f"With {dummy} = {plain(each)}, `{text_of(condition)}` is {truth}."


def _function(module: Module, name: str) -> ast.FunctionDef | None:
    nodes = ast.parse(module.source).body
    return next((n for n in nodes if isinstance(n, ast.FunctionDef) and n.name == name), None)


def _first_quantified(function: ast.FunctionDef) -> ast.GeneratorExp | ast.SetComp | None:
    parts = (n for n in ast.walk(function) if isinstance(n, ast.GeneratorExp | ast.SetComp))
    return next(parts, None)


def _value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """Return what a formula of the author's comes to."""
    return eval(compile(ast.Expression(node), "<reading>", "eval"), dict(known))
