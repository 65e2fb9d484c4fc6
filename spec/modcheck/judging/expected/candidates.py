"""Candidates: mutants of the specification that may explain what a program does.

Besides the mutants that the notation makes by one edit, a query may always yield the same value, or
yield it until or while another query says yes; a program may do only a part of what a clause says
(:mod:`.partial_mutants`); and a test model adds the idioms of real programs, such as a line that
goes on round the edge.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Final

from modcheck.judging.expected.localise import heaviest
from modcheck.judging.expected.partial_mutants import partial_mutants
from modcheck.testing.test_model import Idiom
from modspec.run.domains import elements
from modspec.run.machine import observed_variable
from modspec.run.mutants import Mutant, Operator, mutants
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import walk
from modspec.syntax.module import Function, Module
from modspec.syntax.relations import reachable


@cache
def candidates(module: Module, idioms: tuple[Idiom, ...] = ()) -> tuple[Mutant, ...]:
    """Return all mutants of a module that bear a rule; plain edits come before idioms."""
    used = reachable(module.access_programs)
    edits, partial = (
        [m for m in map(_with_rules, some) if m.rules and (m.module, m.function) in used]
        for some in (mutants(module), partial_mutants(module))
    )
    return (*edits, *_constant_outputs(module), *map(idiom_mutant, idioms), *partial)


def _with_rules(mutant: Mutant) -> Mutant:
    """Return a mutant with the rules of the clause at its place, if its own label names none.

    If the clause has no label either, but all labels within are one, it is this rule.
    """
    if mutant.rules:
        return mutant
    clauses = declare(mutant.module)[mutant.function].clauses()
    around = (each for each in clauses if each.at.line <= mutant.line <= each.at.end_line)
    clause = min(around, key=lambda each: each.at.end_line - each.at.line, default=None)
    within = {rule for part in walk(clause.value) for rule in part.rules} if clause else set()
    one = tuple(within) if len(within) == 1 else ()
    return replace(mutant, rules=(clause and clause.rules) or one)


ALWAYS: Final = "always "
"""With these letters begins what a query with a constant output yields."""
_OWN: Final = "__own__"
"""In the result of a mutant: what the function itself returns."""


def is_constant(mutant: Mutant) -> bool:
    """Whether a query of the mutant yields the same whatever it is asked, at least for a time."""
    return mutant.after.startswith(ALWAYS)


def _constant_outputs(module: Module) -> Iterator[Mutant]:
    """Yield, for each query with finitely many outputs, the mutants that yield the same.

    They do so always, or until or while a query about the whole state says yes.
    """
    names = vars(module.python)
    for function in module.access_programs:
        values = _values(function, names)
        if function.output is None or function.is_transition or len(values) < 2:
            continue
        rules = function.output.rules or heaviest(function.output.value).rules
        for value in values if rules else ():
            name = _name_of(value, names)
            if name is None:
                continue
            said = f"{ALWAYS}{getattr(value, 'name', value)}"
            yield _with_result(function, name, rules, said)
            for other in _conditions(module, function):
                condition = f"{other.name}({function.state})"
                result = f"{name} if not {condition} else {_OWN}"
                yield _with_result(function, result, rules, f"{said} until {other.name}")
                result = f"{name} if {condition} else {_OWN}"
                yield _with_result(function, result, rules, f"{said} while {other.name}")


def _values(function: Function, names: dict[str, object]) -> Sequence[object]:
    """Return the outputs that a query may have, if they are few."""
    kind = getattr(function.result, "name", "")
    return elements(bool if kind in ("bool", "boolean") else names.get(kind)) or ()


def _conditions(module: Module, query: Function) -> Iterator[Function]:
    """Yield the queries that say yes or no about the whole state, without applying a query.

    None for a query that shows the state: what it hides would be missing from all that is judged.
    """
    if query.state is None or observed_variable(query) is not None:
        return
    for function in module.access_programs:
        is_boolean = getattr(function.result, "name", "") in ("bool", "boolean")
        has_only_state = function.state is not None and not function.parameters
        is_total = not function.exceptions and not function.assumptions
        if not (is_boolean and has_only_state and is_total):
            continue
        if (query.module, query.name) not in reachable([function]):
            yield function


def _name_of(value: object, names: dict[str, object]) -> str | None:
    """Return an expression of the module that yields the value; None if there is none."""
    if isinstance(value, bool):
        return str(value)
    return next((n for n, v in names.items() if isinstance(v, Enum) and v is value), None)


def _with_result(function: Function, result: str, rules: Sequence[str], text: str) -> Mutant:
    """Return the mutant in which a function returns another expression, as ``result`` has it."""
    node = _definitions(function.module)[function.name]
    last = node.body[-1]
    assert isinstance(last, ast.Return)
    assert last.value is not None
    own = ast.unparse(last.value)
    return Mutant(
        function.module,
        function.name,
        Operator.REPLACE,
        tuple(rules),
        last.lineno,
        own,
        text,
        ("body", len(node.body) - 1, "value"),
        ast.parse(result.replace(_OWN, f"({own})"), mode="eval").body,
    )


@cache
def _definitions(module: str) -> Mapping[str, ast.FunctionDef]:
    """Return the functions of a module by name, as Python reads them."""
    body = ast.parse(declare(module).source).body
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def idiom_mutant(idiom: Idiom) -> Mutant:
    """Return the mutant in which a function returns what an idiom says."""
    function = declare(idiom.module)[idiom.function]
    return _with_result(function, idiom.result, idiom.rules, idiom.text)
