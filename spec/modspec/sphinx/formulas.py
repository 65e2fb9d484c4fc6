"""Formulas in documents: a node for a line of mathematics, and how each builder writes it.

Within MathML a name is a link to its declaration; in LaTeX and plain text it is the name alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from modspec.print import latex
from modspec.print.document import Document, Group, Token, layout
from modspec.print.mathml import Sheet
from modspec.sphinx.scope import reference

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator


class formula(nodes.Inline, nodes.TextElement):  # noqa: N801  # as docutils names its nodes
    """A line of a formula; its text is what the terminal shows."""


def setup(app: Sphinx) -> None:
    """Add the node to a Sphinx application."""
    plain = (_nothing, _nothing)
    html: Any = (_html, _nothing)
    tex: Any = (_latex, _nothing)
    app.add_node(formula, html=html, latex=tex, text=plain, man=plain, texinfo=plain)


def lines(
    document: Document, width: int, module: str, own: str = "", anything: bool = False
) -> Iterator[tuple[formula, tuple[str, ...]]]:
    """The document's lines, each with the rules that label it.

    ``module`` is the Python name of the module in whose scope the names are. No link is made of
    ``own``, the name that the formula declares; ``anything`` also links what is set as a variable.
    """
    laid_out = layout(document, width)
    sheet = Sheet(laid_out)
    for number, line in enumerate(laid_out):
        node = formula("", line.text.rstrip())
        node.update_basic_atts({"classes": []})
        node["sheet"], node["number"] = sheet, number
        node["module"], node["own"], node["anything"] = module, own, anything
        yield node, line.rules


def inline(document: Document, module: str, own: str = "") -> formula:
    """The document on one line, without labels."""
    ((node, _),) = lines(Group(document), 1 << 30, module, own)
    return node


def block(document: Document, width: int, module: str, linked: bool) -> nodes.line_block:
    """The document in lines, each with the rules that it states at its right."""
    result = nodes.line_block(classes=["mis-lines"])
    for node, rules in lines(document, width, module):
        result += nodes.line("", "", node, *labels(rules, linked), classes=["mis-line"])
    return result


def labels(rules: Sequence[str], linked: bool) -> list[nodes.Node]:
    """The ids of rules, to be set beside what states them; links, if there is a rulebook."""
    if not rules:
        return []
    shown: list[nodes.Node] = []
    for rule in rules:
        text = nodes.inline("", f"[{rule}]", classes=["mis-label"])
        shown += [nodes.Text(" "), rule_link(rule, text) if linked else text]
    return [nodes.inline("", "", *shown, classes=["mis-labels"])]


def rule_link(rule: str, text: nodes.TextElement) -> pending_xref:
    """A link to a rule, with the text given."""
    return link("rule", rule, text)


def link(role: str, name: str, text: nodes.TextElement) -> pending_xref:
    """A link to an object of the domain by its role and full name; it warns if there is none."""
    return pending_xref(
        "", text, refdomain="mis", reftype=role, reftarget=name, refexplicit=True, refwarn=True
    )


def _nothing(self: Any, node: nodes.Element) -> None:
    """Leave the node to its text."""


def _html(self: HTML5Translator, node: nodes.Element) -> None:
    domain = self.builder.env.get_domain("mis")
    here = self.builder.current_docname

    def address(token: Token) -> str | None:
        found = reference(token, node["module"], node["anything"])
        place = found and domain.places.get(found)  # type: ignore[attr-defined]
        if not found or not place or found.name == node["own"]:
            return None
        page = self.builder.get_relative_uri(here, place.document) if here != place.document else ""
        return f"{page}#{place.anchor}"

    self.body.append(node["sheet"].row(node["number"], address))
    raise nodes.SkipNode


def _latex(self: Any, node: nodes.Element) -> None:
    row = latex.row(node["sheet"].lines[node["number"]])
    self.body.append(rf"\({row}\)")
    raise nodes.SkipNode
