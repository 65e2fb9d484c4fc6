"""Candidates: mutants of the specification that may explain what a program does.

Besides the mutants that the notation makes by one edit, a query may always yield the same value,
and a test model adds the idioms of real programs, such as a line that goes on round the edge.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Final

from modcheck.judging.localise import heaviest
from modcheck.testing.test_model import Idiom
from modspec.run.domains import elements
from modspec.run.mutants import Mutant, Operator, mutants
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable


@cache
def candidates(module: Module, idioms: tuple[Idiom, ...] = ()) -> tuple[Mutant, ...]:
    """Return all mutants of a module that bear a rule; plain edits come before idioms."""
    used = reachable(module.access_programs)
    edits = [m for m in mutants(module) if m.rules and (m.module, m.function) in used]
    return (*edits, *_constant_outputs(module), *map(_idiom_mutant, idioms))


ALWAYS: Final = "always "
"""With these letters begins what a query with a constant output yields."""


def is_constant(mutant: Mutant) -> bool:
    """Whether a query of the mutant yields the same whatever it is asked."""
    return mutant.after.startswith(ALWAYS)


def _constant_outputs(module: Module) -> Iterator[Mutant]:
    """Yield, for each query with finitely many outputs, the mutants that always yield the same."""
    names = vars(module.python)
    for function in module.access_programs:
        kind = getattr(function.result, "name", "")
        values = elements(bool if kind in ("bool", "boolean") else names.get(kind)) or ()
        if function.output is None or function.is_transition or len(values) < 2:
            continue
        rules = function.output.rules or heaviest(function.output.value).rules
        for value in values if rules else ():
            name = _name_of(value, names)
            if name is not None:
                yield _with_result(
                    function, name, rules, f"{ALWAYS}{getattr(value, 'name', value)}"
                )


def _name_of(value: object, names: dict[str, object]) -> str | None:
    """Return an expression of the module that yields the value; None if there is none."""
    if isinstance(value, bool):
        return str(value)
    return next((n for n, v in names.items() if isinstance(v, Enum) and v is value), None)


def _with_result(function: Function, result: str, rules: Sequence[str], text: str) -> Mutant:
    """Return the mutant in which a function returns another expression."""
    tree = ast.parse(declare(function.module).source)
    node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function.name)
    last = node.body[-1]
    assert isinstance(last, ast.Return)
    assert last.value is not None
    return Mutant(
        function.module,
        function.name,
        Operator.REPLACE,
        tuple(rules),
        last.lineno,
        ast.unparse(last.value),
        text,
        ("body", len(node.body) - 1, "value"),
        ast.parse(result, mode="eval").body,
    )


def _idiom_mutant(idiom: Idiom) -> Mutant:
    function = declare(idiom.module)[idiom.function]
    return _with_result(function, idiom.result, idiom.rules, idiom.text)
