"""Explanations for people: as lines of text, and as data for programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from typing import Any, Final

from modspec.explain.explanation import Explanation
from modspec.print import terminal
from modspec.print.formula import formula
from modspec.run.evaluate import Environment, Evaluator
from modspec.syntax import expressions as ex
from modspec.syntax.expressions import Expression, Node

Show = Callable[[Any], str]
"""The text for a value."""


def instantiate(node: Expression, scope: Environment, show: Show) -> Expression:
    """Return the formula with its names replaced by their values.

    ``board[along(square, direction, j)] ≠ EMPTY`` is the general form; ``board[c2] ≠ EMPTY`` the
    case at hand. Only short values are put in: a mapping, a set or a state keeps its name.
    """
    if isinstance(node, ex.Variable | ex.Field | ex.Apply | ex.Record | ex.Arithmetic):
        try:
            value = Evaluator(scope)(node)
        except Exception:  # noqa: BLE001  # a call in it may raise any exception
            return node  # it has no value: it holds a dummy, or a call that is not made here
        if _is_short(value) and not isinstance(value, bool):
            return ex.Constant(show(value), value)
    result: Expression = _with_parts_instantiated(node, scope, show)
    if isinstance(result, ex.Comparison) and result.rest == (("Eq", result.first),):
        return _with_side(node, result, scope, show)
    return result


def _with_side(
    node: Expression, comparison: ex.Comparison, scope: Environment, show: Show
) -> Expression:
    """Return a comparison of two equal values that says what has the value: ``l.book = DUNE``."""
    assert isinstance(node, ex.Comparison)
    if isinstance(node.first, ex.Constant | ex.Literal):
        ((_, other),) = node.rest
        side = _with_parts_instantiated(other, scope, show)
        return replace(comparison, rest=(("Eq", side),))
    return replace(comparison, first=_with_parts_instantiated(node.first, scope, show))


def _with_parts_instantiated(node: Any, scope: Environment, show: Show) -> Any:
    def within(part: object) -> Any:
        if isinstance(part, tuple):
            return tuple(map(within, part))
        if isinstance(part, Expression):
            is_computed = isinstance(node, ex.Case) and isinstance(part, ex.Arithmetic)
            change = _with_parts_instantiated if is_computed else instantiate
            changed: Expression = change(part, scope, show)
            return changed
        return _with_parts_instantiated(part, scope, show) if isinstance(part, Node) else part

    names = (item.name for item in fields(node) if item.name not in ("at", "rules"))
    return replace(node, **{name: within(getattr(node, name)) for name in names})


def _is_short(value: object) -> bool:
    if isinstance(value, tuple):
        return len(value) <= 3 and all(isinstance(item, int) for item in value)
    return isinstance(value, int | str)


def formula_text(part: Explanation, show: Show) -> str:
    """Return the formula of an explanation, with its names replaced by their values.

    What is no comparison keeps its own form, since its value is shown beside it.
    """
    if part.scope is None:
        return terminal.inline(formula(part.formula))
    is_value = isinstance(part.formula, ex.Variable | ex.Field | ex.Arithmetic | ex.Apply)
    change = _with_parts_instantiated if is_value else instantiate
    return terminal.inline(formula(change(part.formula, part.scope, show)))


def operands(part: Explanation, show: Show) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
    """Yield the evaluated operands of a conjunction or disjunction: text, value and rules."""
    if not isinstance(part.formula, ex.And | ex.Or) or part.scope is None:
        return
    for operand in part.formula.operands:
        value = bool(Evaluator(part.scope)(operand))
        yield terminal.inline(formula(instantiate(operand, part.scope, show))), value, operand.rules
        if value is isinstance(part.formula, ex.Or):
            return


def reason(
    part: Explanation, show: Show
) -> tuple[str, tuple[tuple[str, Any], ...], tuple[str, ...]]:
    """Return the innermost comparison that decides, the dummies' values up to it, and its rules."""
    binding: tuple[tuple[str, Any], ...] = ()
    rules = part.rules
    for step in _reasons(part):
        binding = (*binding, *(pair for pair in step.binding if pair not in binding))
        rules = step.rules or rules
    return formula_text(deciding_comparison(part), show), binding, rules


def fact(part: Explanation, show: Show) -> tuple[str, tuple[tuple[str, Any], ...], tuple[str, ...]]:
    """Return :func:`reason` as something true: a comparison that decides and fails is false."""
    text, binding, rules = reason(part, show)
    is_false = deciding_comparison(part).value is False
    return f"{text} is false" if is_false else text, binding, rules


def fact_of_case(part: Explanation, show: Show) -> tuple[str, tuple[str, ...]]:
    """Return :func:`fact` with the values of the dummies that it names, and its rules."""
    text, binding, rules = fact(part, show)
    named = [f"{name} = {show(value)}" for name, value in binding if _names(text, name)]
    return (f"{text} for {', '.join(named)}" if named else text), rules


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


def deciding_comparison(part: Explanation) -> Explanation:
    """Return the innermost comparison that decides; if none does, the explanation itself."""
    steps = (step for step in _reasons(part) if isinstance(step.formula, ex.Comparison))
    return next(reversed(list(steps)), part)


def _reasons(part: Explanation) -> Iterator[Explanation]:
    """Yield the parts that decide, inwards; none says what a side of a comparison comes to."""
    is_compared = False
    for step in part.path():
        if is_compared and _is_plain_value(step):
            return
        is_compared |= isinstance(step.formula, ex.Comparison)
        yield step


def is_one_of_many(part: Explanation) -> bool:
    """Whether what :func:`fact` says is true of more parts, which decide together."""
    return any(len(step.because) > 1 for step in _reasons(part))


def _is_plain_value(part: Explanation) -> bool:
    """Whether a part is a call that yields no truth value and nothing with elements, or a case."""
    if isinstance(part.formula, ex.Conditional):
        return not isinstance(part.value, bool)
    is_other = isinstance(part.value, bool | Collection) and not isinstance(part.value, str)
    return isinstance(part.formula, ex.Apply) and not is_other


def tree(part: Explanation, show: Show, width: int = terminal.WIDTH) -> list[str]:
    """Return the explanation as a tree, one line a part: below each formula what decides it.

    A line has the dummies' values, the formula with its names replaced by their values, and its
    value if that is short; the rules that the formula states stand at the right.
    """
    return [_line("", part, show, width), *_branches(part, "", show, width)]


def _branches(part: Explanation, margin: str, show: Show, width: int) -> Iterator[str]:
    for number, inner in enumerate(part.because, start=1):
        is_last = number == len(part.because)
        yield _line(margin + ("└─ " if is_last else "├─ "), inner, show, width)
        yield from _branches(inner, margin + ("   " if is_last else "│  "), show, width)


def _line(margin: str, part: Explanation, show: Show, width: int) -> str:
    binding = ", ".join(f"{name} = {show(value)}" for name, value in part.binding)
    text = f"{binding}: {formula_text(part, show)}" if binding else formula_text(part, show)
    value = ""
    if isinstance(part.value, bool):
        value = " ✓" if part.value else " ✗"
    elif isinstance(part.value, int | str):
        value = f" = {show(part.value)}"
    label = " ".join(f"[{rule}]" for rule in part.rules)
    room = width - len(margin) - len(value) - (len(label) + 1 if label else 0)
    sides = _sides_text(part, show)
    if sides and len(text) + len(sides) + 3 <= room:
        text += f" ({sides})"
    if len(text) > room:
        text = text[: max(room - 1, 8)] + "…"
    line = f"{margin}{text}{value}"
    return (line + label.rjust(width - len(line))).rstrip() if label else line


def _sides_text(part: Explanation, show: Show) -> str:
    """Return a comparison of the values of its sides, as in ``0 < 3``; empty if it says no more.

    It says no more where the formula has the value of a side, and the others are equal to this.
    """
    node, values = part.formula, part.operands
    if not isinstance(node, ex.Comparison) or len(values) != 1 + len(node.rest):
        return ""
    shown = [show(value) for value in values]
    if any(len(text) > _LONGEST_SIDE for text in shown):
        return ""
    formulas = (node.first, *(side for _, side in node.rest))
    scope = part.scope
    parts = formulas if scope is None else [instantiate(each, scope, show) for each in formulas]
    is_shown = [
        terminal.inline(formula(each)) == text for each, text in zip(parts, shown, strict=True)
    ]
    if all(is_shown) or (any(is_shown) and len({*shown}) == 1):
        return ""
    first, *others = map(ex.Constant, shown, values)
    rest = tuple((sign, side) for (sign, _), side in zip(node.rest, others, strict=True))
    return terminal.inline(formula(replace(node, first=first, rest=rest)))


_LONGEST_SIDE: Final = 16
"""Letters of a value that stands beside a comparison."""


def as_data(part: Explanation, show: Show, depth: int = 12) -> dict[str, Any]:
    """Return the explanation as nested dictionaries: formula, value, rules, dummies, parts."""
    is_plain = type(part.value) in (bool, int)
    result: dict[str, Any] = {
        "formula": terminal.inline(formula(part.formula)),
        "here": formula_text(part, show),
        "value": part.value if is_plain else show(part.value),
        "rules": list(part.rules),
        "binding": {name: show(bound) for name, bound in part.binding},
    }
    if part.because and depth:
        result["because"] = [as_data(inner, show, depth - 1) for inner in part.because]
    return result
