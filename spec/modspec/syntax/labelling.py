"""Labelling: a module whose clauses bear no labels gets the names of its functions as labels.

So a verdict on an implementation names the function whose clause is broken, and a pass is earned
for each of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from modspec.syntax.declaration import _declared, declare  # the registry of this package
from modspec.syntax.expressions import walk
from modspec.syntax.module import Clause, Function, Module

C = TypeVar("C", bound=Clause)


def with_labels(module: Module) -> Module:
    """Return the module with a label on each clause; it takes the place of the one declared.

    A clause that bears a label, or has one within, keeps it. Any other gets the name of its
    function, as in ``is-valid-move``.
    """
    for use in module.uses:
        with_labels(declare(use.module))
    functions = tuple(_label(function) for function in module.functions)
    if functions == module.functions and all(
        one is other for one, other in zip(functions, module.functions, strict=True)
    ):
        return module
    found = replace(module, functions=functions)
    _declared[module.python_name] = found
    return found


def label_of(function: Function) -> str:
    """Return the label that the clauses of a function get if they have none."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", function.name).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-") or "function"


def _label(function: Function) -> Function:
    if all(map(_has_label, function.clauses())):
        return function
    rules = (label_of(function),)
    output = function.output
    return replace(
        function,
        assumptions=_label_all(function.assumptions, rules),
        exceptions=_label_all(function.exceptions, rules),
        definitions=_label_all(function.definitions, rules),
        transition=_label_all(function.transition, rules),
        output=_label_all((output,), rules)[0] if output else None,
    )


def _label_all(clauses: tuple[C, ...], rules: tuple[str, ...]) -> tuple[C, ...]:
    return tuple(each if _has_label(each) else replace(each, rules=rules) for each in clauses)


def _has_label(clause: Clause) -> bool:
    return bool(clause.rules) or any(part.rules for part in walk(clause.value))
