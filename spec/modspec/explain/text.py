"""Explanations for people: as lines of text, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modspec.explain.explanation import Explanation
from modspec.explain.instantiate import Show, instantiate
from modspec.print import unicode
from modspec.print.formula import formula
from modspec.run.evaluate import Evaluator
from modspec.syntax.expressions import And, Comparison, Expression, Or


def formula_text(part: Explanation, shown: Show) -> str:
    """The formula of an explanation, with its names replaced by what they stand for."""
    node = part.formula
    if part.scope is not None:
        node = instantiate(node, part.scope, shown)
    return unicode.inline(formula(node))


def operands(part: Explanation, shown: Show) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
    """The operands of a conjunction or disjunction as far as they were tried, with value and rules."""
    if not isinstance(part.formula, And | Or) or part.scope is None:
        return
    for operand in part.formula.operands:
        value = bool(Evaluator(part.scope)(operand))
        text = unicode.inline(formula(instantiate(operand, part.scope, shown)))
        yield text, value, operand.rules
        if value is isinstance(part.formula, Or):
            return


def reason(
    part: Explanation, shown: Show
) -> tuple[str, tuple[tuple[str, Any], ...], tuple[str, ...]]:
    """The innermost comparison that decides, the dummies' values on the way to it, and its rules."""
    binding: tuple[tuple[str, Any], ...] = ()
    last, rules = part, part.rules
    for step in part.path():
        binding = (*binding, *(pair for pair in step.binding if pair not in binding))
        rules = step.rules or rules
        if isinstance(step.formula, Comparison):
            last = step
    return formula_text(last, shown), binding, rules


def tree(part: Explanation, shown: Show, width: int = unicode.WIDTH) -> list[str]:
    """The explanation as a tree: what decides stands below what it decides, a line each.

    A line gives the dummies' values, the formula with its names replaced by what they stand for, and its
    value where that is short; the rules that the formula states stand at the right.
    """
    lines = [_line("", part, shown, width)]
    lines += _branches(part, "", shown, width)
    return lines


def _branches(part: Explanation, margin: str, shown: Show, width: int) -> Iterator[str]:
    for number, inner in enumerate(part.because, start=1):
        last = number == len(part.because)
        yield _line(margin + ("└─ " if last else "├─ "), inner, shown, width)
        yield from _branches(inner, margin + ("   " if last else "│  "), shown, width)


def _line(margin: str, part: Explanation, shown: Show, width: int) -> str:
    binding = ", ".join(f"{name} = {shown(value)}" for name, value in part.binding)
    text = f"{binding}: {formula_text(part, shown)}" if binding else formula_text(part, shown)
    value = _value(part, shown)
    label = " ".join(f"[{rule}]" for rule in part.rules)
    room = width - len(margin) - len(value) - (len(label) + 1 if label else 0)
    if len(text) > room:
        text = text[: max(room - 1, 8)] + "…"
    line = f"{margin}{text}{value}"
    return (line + label.rjust(width - len(line))).rstrip() if label else line


def _value(part: Explanation, shown: Show) -> str:
    if isinstance(part.value, bool):
        return " ✓" if part.value else " ✗"
    return f" = {shown(part.value)}" if isinstance(part.value, int | str) else ""


def as_data(part: Explanation, shown: Show, depth: int = 12) -> dict[str, Any]:
    """The explanation as nested dictionaries: formula, value, rules, the dummies' values, and why."""
    value: object = part.value
    result: dict[str, Any] = {
        "formula": _flat(part.formula),
        "here": formula_text(part, shown),
        "value": value
        if isinstance(value, bool | int) and type(value) in (bool, int)
        else shown(value),
        "rules": list(part.rules),
        "binding": {name: shown(bound) for name, bound in part.binding},
    }
    if part.because and depth:
        result["because"] = [as_data(inner, shown, depth - 1) for inner in part.because]
    return result


def _flat(node: Expression) -> str:
    return unicode.inline(formula(node))
