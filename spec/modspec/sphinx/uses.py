"""The directive ``mis:uses``: which modules use which, as a picture and as a table.

In the picture a module stands above all modules that it uses. The picture leaves out an arrow that
others imply; the table leaves out nothing. Each module is a link to its page.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from modspec.print.uses import uses_relation, uses_svg
from modspec.sphinx.domain import address
from modspec.sphinx.markup import link, row, table
from modspec.sphinx.scope import declared_modules
from modspec.syntax.module import Module

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator


class uses_picture(nodes.General, nodes.Element):  # noqa: N801  # as docutils names its nodes
    """The picture of a uses relation."""


def setup(app: Sphinx) -> None:
    """Add the picture to a Sphinx application; only HTML can draw it, the others have the table."""
    skip: Any = (_skip, None)
    html: Any = (_write_html, None)
    app.add_node(uses_picture, html=html, latex=skip, text=skip, man=skip, texinfo=skip)


class UsesDirective(SphinxDirective):
    """``mis:uses``: the modules of the site, or those given, and what they use of each other."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content: ClassVar[bool] = False
    option_spec: ClassVar[Any] = {"caption": directives.unchanged, "picture-only": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return a figure, and the table unless the option ``picture-only`` is set."""
        names = self.arguments[0].split() if self.arguments else self.config.mis_modules
        modules = declared_modules(self, names)
        picture = uses_picture("", relation=uses_relation(modules))
        figure = nodes.figure("", picture, classes=["mis-uses"])
        if "caption" in self.options:
            inline, messages = self.parse_inline(self.options["caption"])
            figure += [nodes.caption("", "", *inline), *messages]
        if "picture-only" in self.options:
            return [figure]
        columns = {"Module": 12, "What it uses": 66}
        return [figure, table(columns, map(_row, modules), "mis-uses")]


def _row(module: Module) -> nodes.row:
    used = [_line(use.short, f": {', '.join(use.names_in_text)}") for use in module.uses]
    return row([_line(module.name)], used or [nodes.paragraph("", "nothing")])


def _line(module: str, text: str = "") -> nodes.paragraph:
    name = link("module", module, nodes.inline("", module))
    return nodes.paragraph("", "", name, nodes.Text(text))


# -- the picture -----------------------------------------------------------------------------------


def _skip(self: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _write_html(self: HTML5Translator, node: nodes.Element) -> None:
    """Write the picture, in which each module is a link to its page."""
    self.body.append(uses_svg(node["relation"], partial(address, self, "module")))
    raise nodes.SkipNode
