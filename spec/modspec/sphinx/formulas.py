"""Formulas in documents: how each builder writes a line of a specification's mathematics.

In MathML a name is a link to its declaration; in LaTeX and plain text it is the name alone. The
mathematics that authors write becomes MathML too, by docutils' converter: Sphinx's default would
load a script from a network.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from modspec.print import latex
from modspec.print.document import Document, Token, layout
from modspec.print.mathml import Sheet
from modspec.sphinx.domain import address
from modspec.sphinx.markup import labels
from modspec.sphinx.scope import reference

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


class formula(nodes.Inline, nodes.TextElement):  # noqa: N801  # as docutils names its nodes
    """A line of a formula; its text is the line that the terminal shows."""


def setup(app: Sphinx) -> None:
    """Add the node, and the renderer ``mathml`` of authors' mathematics, to an application."""
    plain: Any = (_keep_text, _keep_text)
    html: Any = (_write_html, _keep_text)
    tex: Any = (_write_latex, _keep_text)
    app.add_node(formula, html=html, latex=tex, text=plain, man=plain, texinfo=plain)
    inline: Any = (_write_inline_math, None)
    block: Any = (_write_math_block, None)
    app.add_html_math_renderer("mathml", inline, block)


def lines(
    document: Document, width: int, module: str, own: str = "", anything: bool = False
) -> Iterator[tuple[formula, tuple[str, ...]]]:
    """Yield the lines of the document, each with the rules that label it.

    ``module`` is the Python name of the module whose scope the names are in. ``own`` is the name
    that the formula declares, which is no link; ``anything`` also links what is set as a variable.
    """
    laid_out = layout(document, width)
    sheet = Sheet(laid_out)
    for number, line in enumerate(laid_out):
        node = formula("", line.text.rstrip())
        node.update_basic_atts({"classes": []})
        node["sheet"], node["number"] = sheet, number
        node["module"], node["own"], node["anything"] = module, own, anything
        yield node, line.rules


def block(document: Document, width: int, module: str, linked: bool) -> nodes.line_block:
    """Return the document in lines, each with the rules that it states at its right."""
    result = nodes.line_block(classes=["mis-lines"])
    for node, rules in lines(document, width, module):
        result += nodes.line("", "", node, *labels(rules, linked), classes=["mis-line"])
    return result


def _keep_text(self: Any, node: nodes.Element) -> None:
    """Write the text of the node."""


def _write_html(self: HTML5Translator, node: nodes.Element) -> None:
    def address_of(token: Token) -> str | None:
        found = reference(token, node["module"], node["anything"])
        return address(self, *found) if found and found.name != node["own"] else None

    self.body.append(node["sheet"].row(node["number"], address_of))
    raise nodes.SkipNode


def _write_latex(self: Any, node: nodes.Element) -> None:
    row = latex.row(node["sheet"].lines[node["number"]])
    self.body.append(rf"\({row}\)")
    raise nodes.SkipNode


# -- the mathematics that authors write ------------------------------------------------------------


def _mathml(node: nodes.Element, as_block: bool) -> str:
    try:
        return str(tex2mathml(node.astext(), as_block=as_block))
    except MathError as error:
        logger.warning("mathematics that cannot be set: %s", error, location=node)
        return f"<code>{nodes.unescape(node.astext())}</code>"


def _write_inline_math(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _write_math_block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(_mathml(node, as_block=True) + "</div>\n")
    raise nodes.SkipNode
