"""The template: what a module interface specification has to have, and how its parts are named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from modspec.lint.findings import FindingKind, Level, Report
from modspec.syntax.declaration import HEADINGS
from modspec.syntax.expressions import Span
from modspec.syntax.labels import rule_ids_by_line
from modspec.syntax.module import Kind, Module
from modspec.syntax.places import dotted_name
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rulebook

_HEADING: Final = re.compile(r"([A-Za-z][\w ]{2,30})\s*:\s*")
_NEAR: Final = 0.75
"""How alike a heading has to be to be meant, from 0 to 1."""

_TOP: Final = Span(1, 0, 1, 0)


def check_template(module: Module, rulebook: Rulebook | None, report: Report) -> None:
    """Report labels of no rule, headings of no section, missing parts and odd names."""
    if rulebook is not None:
        _check_labels(module, rulebook, report)
    _check_repeated_labels(module, report)
    _check_headings(module, report)
    _check_exports(module, report)
    _check_missing_parts(module, report)
    _check_names(module, report)


def _check_labels(module: Module, rulebook: Rulebook, report: Report) -> None:
    for rule, places in rules_cited(module).items():
        if rule not in rulebook:
            near = get_close_matches(rule, [each.id for each in rulebook], 1)
            for _, at in places:
                report(
                    at,
                    Level.ERROR,
                    FindingKind.LABEL,
                    f"there is no rule {rule}",
                    f"did you mean {near[0]}?" if near else "add it to the rulebook",
                )


def _check_repeated_labels(module: Module, report: Report) -> None:
    lines = module.source.splitlines()
    for line, rules in rule_ids_by_line(module.source).items():
        for rule in dict.fromkeys(each for each in rules if rules.count(each) > 1):
            column = lines[line - 1].rindex(f"[{rule}]")
            report(
                Span(line, column, line, column),
                Level.WARNING,
                FindingKind.LABEL,
                f"the label {rule} stands twice on one clause",
                "leave one out, or name the other rule that is meant",
            )


def headings(docstring: str) -> Iterator[tuple[int, str]]:
    """Yield what looks like a heading in a docstring: its line, from 0, and its words."""
    for number, line in enumerate(docstring.splitlines()):
        if found := _HEADING.fullmatch(line):
            yield number, found[1]


def _check_headings(module: Module, report: Report) -> None:
    tree = ast.parse(module.source)
    text = ast.get_docstring(tree, clean=False) or ""
    first = tree.body[0].lineno if tree.body else 1
    for number, heading in headings(text):
        if heading in HEADINGS:
            continue
        near = get_close_matches(heading.title(), HEADINGS, 1, _NEAR)
        report(
            Span(first + number, 0, first + number, 0),
            Level.ERROR if near else Level.WARNING,
            FindingKind.HEADING,
            f"the page has no section {heading}",
            f"did you mean {near[0]}:?" if near else f"there are {', '.join(HEADINGS)}",
        )


def _check_exports(module: Module, report: Report) -> None:
    if not any(module.declarations()):
        report(
            _TOP,
            Level.ERROR,
            FindingKind.MISSING,
            "nothing is declared: no constant, type, state or function",
            _advice_for_empty(module),
        )
    elif not hasattr(module.python, "__all__"):
        report(
            _TOP,
            Level.ERROR,
            FindingKind.EXPORT,
            "the module does not say what it exports",
            'write __all__ = ["init", ...] with the access programs, types and exceptions',
        )


def _advice_for_empty(module: Module) -> str:
    """Return what to do with a module that declares nothing; a package has modules that do."""
    inside = sorted(each.stem for each in module.file.parent.glob("[a-z]*.py"))
    if module.file.name != "__init__.py" or not inside:
        return "write a module as modspec new does"
    return f"it is a package: name a module in it, such as {dotted_name(module.file)}.{inside[0]}"


def _check_missing_parts(module: Module, report: Report) -> None:
    state = module.state
    if state is None:
        return
    if not module.initializers:
        is_object = module.kind is Kind.ABSTRACT_OBJECT
        report(
            state.at,
            Level.ERROR if is_object else Level.WARNING,
            FindingKind.MISSING,
            f"no access program makes the first {state.name}",
            f"export a function such as init() -> {state.name}",
        )
    if module.kind is Kind.ABSTRACT_OBJECT and module.initializers and not module.assumptions:
        first = module.initializers[0].name
        report(
            _TOP,
            Level.HINT,
            FindingKind.MISSING,
            "nothing is assumed",
            f"say under Assumptions: that {first} is called first",
        )
    if module.invariant is None:
        report(
            state.at,
            Level.HINT,
            FindingKind.MISSING,
            "there is no state invariant",
            f"write a local function invariant({state.name.lower()}: {state.name}) -> bool",
        )


def _check_names(module: Module, report: Report) -> None:
    for function in module.functions:
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", function.name):
            report(
                function.at,
                Level.HINT,
                FindingKind.NAMING,
                f"the function {function.name} is not in lower case",
                f"name it {_in_lower_case(function.name)}",
            )
    for constant in module.constants:
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*", constant.name):
            report(
                constant.at,
                Level.HINT,
                FindingKind.NAMING,
                f"the constant {constant.name} is not in upper case",
                f"name it {_in_lower_case(constant.name).upper()}",
            )


def _in_lower_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
