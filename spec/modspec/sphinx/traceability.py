"""Traceability: from each rule to its clauses, its theorems, and the tests that name it.

A test names its rules with ``@pytest.mark.rule("no-gaps", ...)``: on itself, its class, one of its
parameter sets, or in the file's ``pytestmark``. A specimen, which is a faulty implementation for
the tests, names the rule that it breaks in a constant ``BREAKS``. Both are read from their files
and never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docutils import nodes

from modspec.sphinx.markup import breakable, link, links, row, table
from modspec.sphinx.rulebook import RulebookDirective, Stated, exemption
from modspec.syntax.rulebook import Rule

_COLUMNS = {"Rule": 3, "Clauses that state it": 4, "Theorems, tests and specimens": 8}
"""The columns, with their widths relative to each other."""

_FOLLOWS = "Follows from other rules, as the theorems say."
"""The text in place of clauses where there are only theorems."""


class TraceabilityDirective(RulebookDirective):
    """``mis:traceability``: a table with a row for each rule, made at every build."""

    def run(self) -> list[nodes.Node]:
        """Return the table. A test that names a rule outside the rulebook is an error."""
        self.env.note_reread()
        book, statements, marks = self.rulebook(), self.statements(), self._marks()
        for mark in marks:
            if mark.rule not in book:
                raise self.error(f"{mark.file}::{mark.name}: no rule has the id {mark.rule!r}")
        rows = (
            _row(rule, statements.get(rule.id, Stated()), [m for m in marks if m.rule == rule.id])
            for rule in book
        )
        return [table(_COLUMNS, rows, "mis-traceability")]

    def _marks(self) -> list[RuleMark]:
        if not self.config.mis_tests:
            return []
        folder = Path(self.env.srcdir) / self.config.mis_tests
        if not folder.is_dir():
            raise self.error(f"mis_tests is {self.config.mis_tests!r}, which is no folder")
        return rule_marks(folder)


def _row(rule: Rule, stated: Stated, marks: list[RuleMark]) -> nodes.row:
    clauses = [_line("", each) for each in links(stated.clauses)]
    reason = exemption(rule) or (_FOLLOWS if stated.theorems else "")
    if not clauses and reason:
        clauses = [nodes.paragraph("", "", nodes.emphasis("", reason))]
    checks = [_line("theorem ", each) for each in links(stated.theorems)]
    checks += [_line(f"{mark.kind} ", breakable(mark.address)) for mark in marks]
    return row([_line("", link("rule", rule.id, nodes.literal("", rule.id)))], clauses, checks)


def _line(kind: str, content: nodes.Node) -> nodes.paragraph:
    words = [nodes.inline("", kind, classes=["mis-kind"])] if kind else []
    return nodes.paragraph("", "", *words, content)


# -- which tests name a rule -----------------------------------------------------------------------


class RuleMark(NamedTuple):
    """A test or a specimen that names a rule."""

    kind: str
    """``test`` or ``specimen``."""
    file: str
    """The file, relative to the folder of the tests."""
    name: str
    """The name of the test, ``Class.test`` within a class; for a specimen, the name of its module.

    A specimen in a folder of its own has the folder in its name: ``queue.never_full``.
    """
    rule: str

    @property
    def address(self) -> str:
        """The name by which pytest runs a test; the name of a specimen."""
        return self.name if self.kind == "specimen" else f"{self.file}::{self.name}"


def rule_marks(folder: Path) -> list[RuleMark]:
    """Return the marks of all Python files below the folder, in the order of files and lines."""
    found: list[RuleMark] = []
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        file = relative.as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        found += (RuleMark("test", file, name, rule) for name, rule in _tests(tree.body, "", ()))
        specimen = ".".join(relative.with_suffix("").parts[1:]) or path.stem
        found += (RuleMark("specimen", file, specimen, rule) for rule in _broken_rules(tree))
    return list(dict.fromkeys(found))


def _tests(
    body: list[ast.stmt], prefix: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the tests in a body with each of their rules, those of the file and class included."""
    for node in body:
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets):
            inherited = (*inherited, *_rules(node.value))
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            rules = (*inherited, *(rule for each in node.decorator_list for rule in _rules(each)))
            if isinstance(node, ast.ClassDef):
                yield from _tests(node.body, f"{prefix}{node.name}.", rules)
            elif node.name.startswith("test"):
                yield from ((prefix + node.name, rule) for rule in rules)


def _rules(node: ast.expr) -> Iterator[str]:
    """Yield the rules that a decorator or a value marks."""
    for part in ast.walk(node):
        match part:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args
            ):
                for argument in args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _broken_rules(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id="BREAKS"), value=ast.Constant(value=str(rule)))
                | ast.Assign(targets=[ast.Name(id="BREAKS")], value=ast.Constant(value=str(rule)))
            ):
                yield rule
