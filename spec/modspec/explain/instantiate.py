"""Ground: a formula with its names replaced by what they stand for.

``board[along(square, direction, j)] ≠ EMPTY`` says what is asked; ``board[c2] ≠ EMPTY`` says it of the case
at hand. Only what is short is replaced: a mapping, a set or a state keeps its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from modspec.run.evaluate import Environment, Evaluator
from modspec.syntax.expressions import (
    Apply,
    Arithmetic,
    Constant,
    Expression,
    Field,
    Node,
    Record,
    Variable,
)

Show = Callable[[Any], str]
"""How a value is written."""


def instantiate(node: Expression, scope: Environment, shown: Show) -> Expression:
    """The expression with each short term in place of what it stands for."""
    if isinstance(node, Variable | Field | Apply | Record | Arithmetic):
        try:
            value = Evaluator(scope)(node)
        except Exception:  # noqa: BLE001  # an exception of the module, say: see below
            return node  # it has no value: it holds a dummy, or is a call that nobody makes in this case
        if _is_short(value) and not isinstance(value, bool):
            return Constant(shown(value), value)
    changes = {
        item.name: _in(getattr(node, item.name), scope, shown)
        for item in fields(node)
        if item.name not in ("at", "rules")
    }
    return replace(node, **changes)


def _in(part: object, scope: Environment, shown: Show) -> Any:
    if isinstance(part, Expression):
        return instantiate(part, scope, shown)
    if isinstance(part, Node):
        changes = {
            item.name: _in(getattr(part, item.name), scope, shown)
            for item in fields(part)
            if item.name not in ("at", "rules")
        }
        return replace(part, **changes)
    if isinstance(part, tuple):
        return tuple(_in(item, scope, shown) for item in part)
    return part


def _is_short(value: object) -> bool:
    is_plain_tuple = isinstance(value, tuple) and all(isinstance(item, int) for item in value)
    return isinstance(value, int | str) or (is_plain_tuple and len(value) <= 3)  # type: ignore[arg-type]  # a tuple then
