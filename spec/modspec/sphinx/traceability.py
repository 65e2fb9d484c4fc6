"""The directive ``mis:traceability``: where each rule is stated, and what would fail without it.

A script without which the page can be read as well offers to filter the rows.
"""

from __future__ import annotations

from docutils import nodes

from modspec.sphinx.marks import RuleMark
from modspec.sphinx.markup import breakable, link, links, mark_link, row, table
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
        statements, marks = self.statements(), self.marks()
        rows = (
            _row(rule, statements.get(rule.id, Stated()), marks.get(rule.id, []))
            for rule in self.rulebook()
        )
        return [table(_COLUMNS, rows, "mis-traceability")]


def _row(rule: Rule, stated: Stated, marks: list[RuleMark]) -> nodes.row:
    """Return the row of a rule; its classes say what the rule has, for the filter."""
    clauses = [_line("", each) for each in links(each.reference for each in stated.clauses)]
    reason = exemption(rule) or (_FOLLOWS if stated.theorems else "")
    if not clauses and reason:
        clauses = [nodes.paragraph("", "", nodes.emphasis("", reason))]
    checks = [_line("theorem ", each) for each in links(stated.theorems)]
    checks += [_line(f"{mark.kind} ", mark_link(mark, breakable(mark.address))) for mark in marks]
    result = row([_line("", link("rule", rule.id, nodes.literal("", rule.id)))], clauses, checks)
    kinds = ["clause"] if stated.clauses else []
    kinds += ["theorem"] if stated.theorems else []
    kinds += dict.fromkeys(mark.kind for mark in marks)
    result["classes"] += [f"has-{kind}" for kind in kinds]
    result["ids"].append(f"trace-{rule.id}")
    return result


def _line(kind: str, content: nodes.Node) -> nodes.paragraph:
    words = [nodes.inline("", kind, classes=["mis-kind"])] if kind else []
    return nodes.paragraph("", "", *words, content)
