"""Relations: which functions a formula depends on, and which rules a module cites."""

from __future__ import annotations

from collections.abc import Iterable

from modspec.syntax.declaration import function_of
from modspec.syntax.expressions import Apply, Span, StateVariable, TheState, Variable, walk
from modspec.syntax.module import Assignment, Clause, Declared, Function, Module


def reachable(functions: Iterable[Function]) -> frozenset[tuple[str, str]]:
    """Return the functions and all that they apply, directly or not: (Python module, name)."""
    functions = tuple(functions)
    own = {(function.module, function.name) for function in functions}
    return frozenset(own) | reachable_from(
        clause for each in functions for clause in each.clauses()
    )


def reachable_from(clauses: Iterable[Clause]) -> frozenset[tuple[str, str]]:
    """Return the functions that clauses apply, directly or not: (Python module, name)."""
    found: set[tuple[str, str]] = set()
    todo = list(clauses)
    while todo:
        for part in walk(todo.pop().value):
            if isinstance(part, Apply) and (part.module, part.function) not in found:
                found.add((part.module, part.function))
                todo += function_of(part).clauses()
    return frozenset(found)


def with_definitions(clause: Clause, function: Function) -> tuple[Clause, ...]:
    """Return a clause of a function, and the local definitions that it names, directly or not."""
    named = {part.name for part in walk(clause.value) if isinstance(part, Variable)}
    behind = (
        each
        for definition in function.definitions
        if definition.name in named and definition is not clause
        for each in with_definitions(definition, function)
    )
    return tuple(dict.fromkeys((clause, *behind)))


def variables_read(function: Function) -> frozenset[str]:
    """Return the state variables that a function depends on, directly or not."""
    found: set[str] = set()
    for clause in function.clauses():
        for part in walk(clause.value):
            if isinstance(part, StateVariable):
                found.add(part.name)
            elif isinstance(part, Apply) and any(isinstance(a, TheState) for a in part.arguments):
                found |= variables_read(function_of(part))
    return frozenset(found)


def rules_cited(module: Module) -> dict[str, list[tuple[Declared, Span]]]:
    """Return every rule id that the module's labels name, with declaration and place."""
    cited: dict[str, list[tuple[Declared, Span]]] = {}
    for declared in module.declarations():
        for rule in declared.rules:
            cited.setdefault(rule, []).append((declared, declared.at))
        if isinstance(declared, Function):
            for clause in declared.clauses():
                if isinstance(clause, Assignment) and clause.is_frame:
                    continue
                for rule in clause.rules:
                    cited.setdefault(rule, []).append((declared, clause.at))
                for part in walk(clause.value):
                    for rule in part.rules:
                        if (declared, part.at) not in cited.setdefault(rule, []):
                            cited[rule].append((declared, part.at))
    return cited
