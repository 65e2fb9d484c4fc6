"""Reading hint: how a formula is read, value by value, for a learner who has to say what it yields.

To name the value would be the solution. So the hint goes through the range of the outermost
quantifier and says, for each value of its dummy, whether the condition holds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from modspec.run.instance import Instance
from modspec.run.plain import plain


def reading_hint(reference: ast.FunctionDef, instance: Instance, level: str) -> Iterator[str]:
    """Yield the lines of a hint for a question: a function that yields one call of another."""
    question = reference.body[-1]
    assert isinstance(question, ast.Return) and isinstance(question.value, ast.Call)
    call = question.value
    assert isinstance(call.func, ast.Name)
    function = next(
        node
        for node in ast.parse(instance.module.source).body
        if isinstance(node, ast.FunctionDef) and node.name == call.func.id
    )
    values = map(ast.literal_eval, call.args)
    known = dict(zip((each.arg for each in function.args.args), values, strict=True))
    quantified = next(
        n for n in ast.walk(function) if isinstance(n, ast.GeneratorExp | ast.SetComp)
    )
    generator = quantified.generators[0]
    dummy, condition = ast.unparse(generator.target), (*generator.ifs, quantified.elt)[0]
    yield f"In {call.func.id}, {dummy} goes through `{ast.unparse(generator.iter)}`."
    if level == "where":
        return
    through = list(_value(generator.iter, known))
    yield f"That is {', '.join(map(str, through)) or 'no value at all'}."
    for each in through if level == "how" else through[:1]:
        holds = _value(condition, {**known, dummy: each})
        is_true = "true" if holds else "false"
        yield f"With {dummy} = {plain(each)}, `{ast.unparse(condition)}` is {is_true}."


def _value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    text = compile(ast.Expression(node), "<reading>", "eval")
    return eval(text, dict(known))  # a formula of the author's
