"""Usage: what is declared and never used, and what no call can show."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.nearness import are_one_edit_apart
from modspec.run.reals import NAME as TOLERANCE
from modspec.syntax import expressions as ex
from modspec.syntax.labels import span
from modspec.syntax.module import Clause, Declared, ExceptionClause, Function, Kind, Module
from modspec.syntax.relations import reachable, variables_read
from modspec.syntax.types import Named

MANY: Final = 5
"""Declarations without a use, before the lint takes it that the module exports too little."""


def check_usage(module: Module, report: Report) -> None:
    """Report declarations without a use, state that no call shows, and calls that do nothing."""
    for function in module.functions:
        _check_parameters(function, report)
    _check_place_of_state(module, report)
    _check_declarations(module, report)
    _check_imports(module, report)
    _check_exceptions(module, report)
    _check_variables(module, report)
    _check_effects(module, report)


def _parts(clauses: Iterable[Clause]) -> Iterator[ex.Node]:
    for clause in clauses:
        yield from ex.walk(clause.value)


def _check_place_of_state(module: Module, report: Report) -> None:
    """Report the state as a parameter that is not the first: it is taken for another argument."""
    for function in module.functions if module.kind is Kind.ABSTRACT_OBJECT else ():
        for parameter in function.parameters if function.state is None else ():
            if module.state is not None and parameter.type == Named(module.state.name):
                report(
                    function.at,
                    Level.ERROR,
                    FindingKind.TYPES,
                    f"{function.name} takes the state {parameter.name} after another parameter",
                    f"write {parameter.name}: {module.state.name} as the first parameter",
                )


def _check_parameters(function: Function, report: Report) -> None:
    used = {part.name for part in _parts(function.clauses()) if isinstance(part, ex.Variable)}
    for parameter in function.parameters:
        if parameter.name not in used:
            report(
                function.at,
                Level.ERROR,
                FindingKind.UNUSED,
                f"{function.name} never uses its parameter {parameter.name}",
                "use it, or leave it out",
            )
    for definition in function.definitions:
        if definition.name not in used:
            report(
                definition.at,
                Level.ERROR,
                FindingKind.UNUSED,
                f"{function.name} defines {definition.name} and never uses it",
                "leave it out",
            )
    reads = any(isinstance(p, ex.StateVariable | ex.TheState) for p in _parts(function.clauses()))
    if function.state and not reads:
        report(
            function.at,
            Level.HINT,
            FindingKind.UNUSED,
            f"{function.name} takes the state {function.state} and never reads it",
            f"leave {function.state} out" if not function.is_transition else "",
        )


def _check_declarations(module: Module, report: Report) -> None:
    """Report constants and types that nothing mentions, and local functions that nothing uses."""
    mentioned = {name for name, is_read in _names(module.source) if is_read}
    used = {*mentioned, *getattr(module.python, "__all__", ()), TOLERANCE}
    applied = _applied_functions(module)
    unused: list[tuple[str, Declared]] = [
        *(("nothing uses the constant", c) for c in module.constants if c.name not in used),
        *(("nothing uses the type", each) for each in module.types if each.name not in used),
        *(
            ("no access program uses the local function", each)
            for each in module.local_functions
            if each.name not in applied
        ),
    ]
    if len(unused) > MANY:
        text = f"no access program uses {unused[0][1].name}, nor {len(unused) - 1} others"
        advice = "export them, if others may use them: add them to __all__"
        report(unused[0][1].at, Level.ERROR, FindingKind.UNUSED, text, advice)
        return
    for what, each in unused:
        advice = "leave it out, or export it"
        if is_meant_as_invariant(module, each):
            advice = "did you mean invariant? Of that name, it is the state invariant"
        report(each.at, Level.ERROR, FindingKind.UNUSED, f"{what} {each.name}", advice)


def is_meant_as_invariant(module: Module, each: Declared) -> bool:
    """Whether a function was probably meant as the invariant of a module that has none."""
    is_near = are_one_edit_apart(each.name.lower(), "invariant") or each.name == "Invariant"
    return is_near and module.state is not None and module.invariant is None


def _applied_functions(module: Module) -> set[str]:
    """Return the functions of a module that its access programs, invariant or constants apply."""
    roots = [*module.access_programs, *filter(None, [module.invariant])]
    used = {name for place, name in reachable(roots) if place == module.python_name}
    return used | {
        part.function
        for constant in module.constants
        for part in ex.walk(constant.value)
        if isinstance(part, ex.Apply)
    }


@lru_cache(1)
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


@lru_cache(1)
def _names(source: str) -> frozenset[tuple[str, bool]]:
    """Return the names in a text, each with whether it is read there."""
    names = (node for node in ast.walk(_tree(source)) if isinstance(node, ast.Name))
    return frozenset((node.id, isinstance(node.ctx, ast.Load)) for node in names)


def _check_imports(module: Module, report: Report) -> None:
    used = {name for name, _ in _names(module.source)}
    used |= set(getattr(module.python, "__all__", ()))
    for node in _tree(module.source).body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        for alias in node.names:
            name = (alias.asname or alias.name).partition(".")[0]
            if name not in used:
                report(
                    ex.Span(node.lineno, node.col_offset, node.lineno, node.col_offset),
                    Level.ERROR,
                    FindingKind.UNUSED,
                    f"{name} is imported and never used",
                    "leave it out: Uses lists exactly what the module needs",
                )


def _place_of_raise(module: Module, guard: ExceptionClause) -> ex.Span:
    """Return where the exception of a guard stands."""
    names = (
        node.exc
        for node in ast.walk(_tree(module.source))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name)
    )
    own = (each for each in names if each.id == guard.exception and each.lineno >= guard.at.line)
    first = min(own, key=lambda each: each.lineno, default=None)
    return guard.at if first is None else span(first)


def _check_exceptions(module: Module, report: Report) -> None:
    for function in module.functions:
        for clause in function.exceptions:
            if not _is_exception(module, clause.exception):
                near = get_close_matches(clause.exception, [e.name for e in module.exceptions], 1)
                report(
                    _place_of_raise(module, clause),
                    Level.ERROR,
                    FindingKind.TYPES,
                    f"{clause.exception} is no exception, so it cannot be raised",
                    f"did you mean {near[0]}?"
                    if near
                    else "raise an exception: declare it as in class Full(Exception)",
                )
    raised = {name for function in module.functions for name in function.raises}
    exported = set(getattr(module.python, "__all__", ()))
    for exception in module.exceptions:
        if exception.name not in raised:
            report(
                exception.at,
                Level.ERROR,
                FindingKind.UNUSED,
                f"nothing raises the exception {exception.name}",
                "raise it where it is meant, or leave it out",
            )
        elif exported and exception.name not in exported:
            users = [f.name for f in module.access_programs if exception.name in f.raises]
            if users:
                report(
                    exception.at,
                    Level.ERROR,
                    FindingKind.EXPORT,
                    f"{users[0]} raises {exception.name}, which is not exported",
                    f'add "{exception.name}" to __all__',
                )


def _is_exception(module: Module, name: str) -> bool:
    raised = getattr(module.python, name, None)
    return isinstance(raised, type) and issubclass(raised, Exception)


def _check_variables(module: Module, report: Report) -> None:
    """Report state variables that no output and no exception depends on, directly or not."""
    if module.state is None:
        return
    observed = {
        name
        for function in module.access_programs
        for clause in (*function.assumptions, *function.exceptions, *_output(function))
        for name in _variables_of(function, clause)
    }
    while True:
        more = {
            name
            for function in module.access_programs
            for assignment in function.transition
            if assignment.variable in observed
            for name in _variables_of(function, assignment)
        }
        if more <= observed:
            break
        observed |= more
    for variable in module.state.variables:
        if variable.name not in observed:
            report(
                variable.at,
                Level.ERROR,
                FindingKind.UNOBSERVED,
                f"no output and no exception depends on the state variable {variable.name}",
                "leave it out, or add an access program that shows it",
            )


def _output(function: Function) -> tuple[Clause, ...]:
    return (function.output,) if function.output else ()


def _variables_of(function: Function, clause: Clause) -> frozenset[str]:
    """Return the state variables that a clause depends on, through its definitions too."""
    named = {part.name for part in ex.walk(clause.value) if isinstance(part, ex.Variable)}
    behind = [each for each in function.definitions if each.name in named and each is not clause]
    alone = replace(
        function,
        assumptions=(),
        exceptions=(),
        definitions=(),
        transition=(),
        output=Clause(clause.value),
    )
    return variables_read(alone).union(*(_variables_of(function, each) for each in behind))


def _check_effects(module: Module, report: Report) -> None:
    for function in module.access_programs:
        if function.state and keeps_all(function):
            report(
                function.at,
                Level.ERROR,
                FindingKind.NO_EFFECT,
                f"{function.name} leaves every state variable as it is",
                "say what it changes, or leave it out",
            )
        fixed = ex.Literal | ex.Constant
        if function.output and function.state and isinstance(function.output.value, fixed):
            report(
                function.output.at,
                Level.WARNING,
                FindingKind.NO_EFFECT,
                f"{function.name} always yields the same, whatever the state",
                "let it depend on the state, or make it a constant",
            )


def keeps_all(function: Function) -> bool:
    """Whether the text of a transition leaves every state variable as it is."""
    return function.is_transition and all(
        isinstance(each.value, ex.StateVariable) and each.value.name == each.variable
        for each in function.transition
    )
