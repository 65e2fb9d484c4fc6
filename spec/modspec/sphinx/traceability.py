"""The directive ``mis:traceability``: from each rule to its clauses, theorems and tests."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes

from modspec.sphinx import formulas
from modspec.sphinx.rule_marks import RuleMark, evidence
from modspec.sphinx.rulebook import (
    RulebookDirective,
    Stated,
    breakable,
    exemption,
    links,
)
from modspec.syntax.rulebook import Rule

_COLUMNS = {"Rule": 3, "Clauses that state it": 4, "Theorems, tests and specimens": 8}
"""The columns, with their widths relative to each other."""

_FOLLOWS = "Follows from other rules, as the theorems say."
"""What stands in place of clauses where there are only theorems."""


class TraceabilityDirective(RulebookDirective):
    """A table with a row for each rule; it is made anew whenever the documents are built."""

    def run(self) -> list[nodes.Node]:
        """The table; a test that names a rule which the rulebook does not have is an error."""
        self.env.note_reread()
        book, stated, found = self.rulebook(), self.statements(), self._evidence()
        for each in found:
            if each.rule not in book:
                raise self.error(f"{each.file}::{each.name}: no rule has the id {each.rule!r}")
        rows = [
            self._row(
                rule,
                stated.get(rule.id, Stated((), ())),
                [each for each in found if each.rule == rule.id],
            )
            for rule in book
        ]
        return [_table(rows)]

    def _evidence(self) -> list[RuleMark]:
        if not self.config.mis_tests:
            return []
        folder = Path(self.env.srcdir) / self.config.mis_tests
        if not folder.is_dir():
            raise self.error(f"mis_tests is {self.config.mis_tests!r}, which is no folder")
        return evidence(folder)

    def _row(self, rule: Rule, stated: Stated, found: list[RuleMark]) -> nodes.row:
        name = formulas.rule_link(rule.id, nodes.literal("", rule.id))
        clauses = [_line("", link) for link in links(stated.clauses)]
        reason = exemption(rule) or (_FOLLOWS if stated.theorems else "")
        if not clauses and reason:
            clauses = [nodes.paragraph("", "", nodes.emphasis("", reason))]
        checks = [_line("theorem ", link) for link in links(stated.theorems)]
        checks += [_check(each) for each in found]
        cells = ([nodes.paragraph("", "", name)], clauses, checks)
        return nodes.row("", *(nodes.entry("", *cell) for cell in cells))


def _line(kind: str, content: nodes.Node) -> nodes.paragraph:
    words = [nodes.inline("", kind, classes=["mis-kind"])] if kind else []
    return nodes.paragraph("", "", *words, content)


def _check(found: RuleMark) -> nodes.paragraph:
    """A test under the name by which pytest runs it, or a specimen."""
    name = found.name if found.kind == "specimen" else f"{found.file}::{found.name}"
    return _line(f"{found.kind} ", breakable(name))


def _table(rows: list[nodes.row]) -> nodes.table:
    group = nodes.tgroup(cols=len(_COLUMNS))
    group += [nodes.colspec(colwidth=width) for width in _COLUMNS.values()]
    titles = (nodes.entry("", nodes.paragraph("", title)) for title in _COLUMNS)
    group += nodes.thead("", nodes.row("", *titles))
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=["mis-table", "mis-traceability"])
