"""Markup: the links, names and tables that several directives make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.environment import BuildEnvironment

from modspec.sphinx.marks import RuleMark
from modspec.sphinx.scope import Reference


def link(role: str, name: str, text: nodes.TextElement) -> pending_xref:
    """Return a link to an object of the domain, by role and full name; a dangling link warns."""
    return pending_xref(
        "", text, refdomain="mis", reftype=role, reftarget=name, refexplicit=True, refwarn=True
    )


def mark_link(mark: RuleMark, text: nodes.TextElement) -> pending_xref:
    """Return a link to the text of a test or a specimen."""
    return link("mark", f"{mark.file}::{mark.name if mark.kind == 'test' else ''}", text)


def verifications(env: BuildEnvironment, name: str) -> list[nodes.Node]:
    """Return what extensions say of how a declaration, given by its full name, was verified."""
    found = env.events.emit("mis-claim", name)
    return [part for node in found if node is not None for part in (nodes.Text(" "), node)]


def links(references: Iterable[Reference]) -> list[nodes.Node]:
    """Return a link to each declaration."""
    return [link(role, name, breakable(name)) for role, name in references]


def labels(rules: Sequence[str], linked: bool) -> list[nodes.Node]:
    """Return the ids of rules as labels, or as links if there is a rulebook."""
    if not rules:
        return []
    result = nodes.inline("", "", classes=["mis-labels"])
    for rule in rules:
        text = nodes.inline("", f"[{rule}]", classes=["mis-label"])
        result += [nodes.Text(" "), link("rule", rule, text) if linked else text]
    return [result]


def breakable(name: str) -> nodes.literal:
    """Return a name as code that a browser may break between its words."""
    first, *rest = re.split(r"(?<=[_.:/])(?=[a-zA-Z])", name)
    parts: list[nodes.Node] = [nodes.Text(first)]
    for part in rest:
        parts += [nodes.raw("", "<wbr>", format="html"), nodes.Text(part)]
    return nodes.literal("", "", *parts)


def table(columns: Mapping[str, int], rows: Iterable[nodes.row], *classes: str) -> nodes.table:
    """Return a table; the columns are given by title, with relative widths."""
    group = nodes.tgroup("", cols=len(columns))
    group += [nodes.colspec(colwidth=width) for width in columns.values()]
    group += nodes.thead("", row(*([nodes.paragraph("", title)] for title in columns)))
    group += nodes.tbody("", *rows)
    return nodes.table("", group, classes=["mis-table", *classes])


def row(*cells: Sequence[nodes.Node]) -> nodes.row:
    """Return a row of a table, with the content of each cell."""
    return nodes.row("", *(nodes.entry("", *content) for content in cells))
