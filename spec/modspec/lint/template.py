"""The template: what a module interface specification has to have, and how its parts are named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.nearness import are_one_edit_apart
from modspec.lint.usage import is_meant_as_invariant
from modspec.syntax import expressions as ex
from modspec.syntax.declaration import HEADINGS
from modspec.syntax.expressions import Span
from modspec.syntax.module import (
    ConstantDeclaration,
    Declared,
    Function,
    Kind,
    Module,
    VariableDeclaration,
)
from modspec.syntax.places import dotted_name
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rulebook

_HEADING: Final = re.compile(r"([A-Za-z][\w ]{2,30})\s*:\s*")
_NEAR: Final = 0.75
"""How alike a heading has to be to be meant, from 0 to 1."""

_QUOTED: Final = 30
"""The characters of a line that a finding quotes at most."""

OTHER_NAMES: Final[Mapping[str, str]] = {
    "abs": "magnitude",
    "all": "every",
    "any": "one",
    "bool": "flag",
    "float": "real",
    "frozenset": "members",
    "int": "number",
    "len": "length",
    "max": "greatest",
    "min": "least",
    "range": "span",
    "replace": "changed",
    "some": "several",
    "sqrt": "root",
    "str": "text",
    "sum": "total",
    "the": "only",
    "tuple": "row",
}
"""The names of the notation, each with a name that may be given instead."""

_KINDS: Final[Mapping[type[Declared], str]] = {
    ConstantDeclaration: "constant",
    Function: "function",
    VariableDeclaration: "state variable",
}
"""What names are given to, other than types."""

_TOP: Final = Span(1, 0, 1, 0)


def check_template(module: Module, rulebook: Rulebook | None, report: Report) -> None:
    """Report labels of no rule, headings of no section, missing parts and odd names."""
    if rulebook is not None:
        _check_labels(module, rulebook, report)
    _check_headings(module, report)
    _check_exports(module, report)
    _check_missing_parts(module, report)
    _check_docstrings(module, report)
    _check_names(module, report)
    _check_hidden_names(module, report)


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


def _check_headings(module: Module, report: Report) -> None:
    tree = ast.parse(module.source)
    lines = (ast.get_docstring(tree, clean=False) or "").splitlines()
    for number, (above, line) in enumerate(pairwise(lines), tree.body[0].lineno + 1):
        if fault := _fault_of_heading(line, begins_paragraph=not above.strip()):
            level, text, advice = fault
            report(Span(number, 0, number, 0), level, FindingKind.HEADING, text, advice)


def _fault_of_heading(line: str, begins_paragraph: bool) -> tuple[Level, str, str] | None:
    """Return what is wrong with a heading, and what to write; None if it is right, or none."""
    words, colon, _ = line.partition(":")
    if line in (f"{heading}:" for heading in HEADINGS):
        return None
    near = _near_heading(words.rstrip()) if colon or begins_paragraph else ""
    if not _HEADING.fullmatch(line):
        wrong = f"`{_beginning(line)}` begins no section of the page"
        return (Level.ERROR, wrong, f"write {near}: alone on its line") if near else None
    wrong = f"the page has no section {words.rstrip()}"
    near = near or next(iter(get_close_matches(words.title(), HEADINGS, 1, _NEAR)), "")
    if near:
        return Level.ERROR, wrong, f"did you mean {near}:?"
    return Level.WARNING, wrong, f"there are {', '.join(HEADINGS)}"


def _near_heading(words: str) -> str:
    """Return the heading that some words are, but for one edit at most; empty if none is."""
    one = words.lower()
    known = ((heading, heading.lower()) for heading in HEADINGS)
    near = (name for name, other in known if one == other or are_one_edit_apart(one, other))
    return next(near, "")


def _beginning(line: str) -> str:
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…"


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
    if not module.initializers and hasattr(module.python, "__all__"):
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


def _check_docstrings(module: Module, report: Report) -> None:
    """Report what the page prints without a word; a function without a docstring is refused."""
    for each in module.declarations():
        if not each.text:
            report(
                each.at,
                Level.WARNING,
                FindingKind.MISSING,
                f"{each.name} has no docstring",
                "say in a string below it, in one line, what it is or means",
            )


def _check_names(module: Module, report: Report) -> None:
    for function in module.access_programs:
        if is_meant_as_invariant(module, function):
            report(
                function.at,
                Level.WARNING,
                FindingKind.NAMING,
                f"{function.name} is nearly the name of the state invariant",
                "did you mean invariant? It is not exported",
            )
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


def _check_hidden_names(module: Module, report: Report) -> None:
    """Report what has the name of something that the notation has."""
    for what, name, at in _given_names(module):
        if name in OTHER_NAMES:
            report(
                at,
                Level.WARNING if what == "state variable" else Level.ERROR,
                FindingKind.NAMING,
                f"the {what} {name} has the name of something in the notation, which it hides",
                f"choose another name, such as {OTHER_NAMES[name]}",
            )


def _given_names(module: Module) -> Iterator[tuple[str, str, Span]]:
    """Yield the names that a module gives: what has each, and where."""
    for each in module.declarations():
        yield _KINDS.get(type(each), "type"), each.name, each.at
    for function in module.functions:
        for parameter in function.parameters:
            yield "parameter", parameter.name, function.at
        for definition in function.definitions:
            yield "definition", definition.name, definition.at
        for clause in function.clauses():
            for part in ex.walk(clause.value):
                if isinstance(part, ex.Generator):
                    yield "dummy", part.dummy, part.at


def _in_lower_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
