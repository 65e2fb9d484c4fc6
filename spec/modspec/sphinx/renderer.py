"""A renderer for the mathematics that authors write: LaTeX to MathML by docutils' own converter.

It replaces Sphinx's default, which loads a script from a network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the renderer under the name ``mathml``."""
    inline: Any = (_inline, None)
    block: Any = (_block, None)
    app.add_html_math_renderer("mathml", inline, block)


def _written(node: nodes.Element, as_block: bool) -> str:
    try:
        return str(tex2mathml(node.astext(), as_block=as_block))
    except MathError as error:
        logger.warning("mathematics that cannot be set: %s", error, location=node)
        return f"<code>{nodes.unescape(node.astext())}</code>"


def _inline(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(_written(node, as_block=False))
    raise nodes.SkipNode


def _block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(_written(node, as_block=True) + "</div>\n")
    raise nodes.SkipNode
