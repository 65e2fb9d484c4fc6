"""The directive ``mis:uses``: which modules use which, as a picture and as a table.

In the picture a module stands above all that it uses, and an arrow is left out where others lead there; in
the table nothing is left out. Each module is a link to its page.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from modspec.sphinx import formulas
from modspec.sphinx.layers import BoxPlace, Drawing, drawing
from modspec.sphinx.sources import declared_modules
from modspec.syntax.module import Module, Use

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

_WIDTH, _HEIGHT = 96, 30
"""Of the box of a module, in pixels."""

_ACROSS, _DOWN = 116, 76
"""From one box to the next."""


class uses_picture(nodes.General, nodes.Element):  # noqa: N801  # as docutils names its nodes
    """The picture of a uses relation."""


class UsesDirective(SphinxDirective):
    """The modules of the site, or those whose Python names are given, and what they use of each other."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content: ClassVar[bool] = False
    option_spec: ClassVar[Any] = {"caption": directives.unchanged, "picture-only": directives.flag}

    def run(self) -> list[nodes.Node]:
        """A figure, and a table unless it is not wanted."""
        names = self.arguments[0].split() if self.arguments else self.config.mis_modules
        modules = declared_modules(self, names)
        figure = nodes.figure("", self._picture(modules), classes=["mis-uses"])
        if "caption" in self.options:
            inline, messages = self.parse_inline(self.options["caption"])
            figure += [nodes.caption("", "", *inline), *messages]
        return [figure] if "picture-only" in self.options else [figure, _table(modules)]

    def _picture(self, modules: list[Module]) -> uses_picture:
        names = {module.python_name: module.name for module in modules}
        relation = {
            module.name: [names[use.module] for use in module.uses if use.module in names]
            for module in modules
        }
        picture = uses_picture()
        picture["drawing"] = drawing(relation)
        picture["alt"] = " ".join(
            f"{name} uses {', '.join(used) or 'no other module'}."
            for name, used in relation.items()
        )
        return picture


def _table(modules: list[Module]) -> nodes.table:
    group = nodes.tgroup("", cols=2)
    group += [nodes.colspec(colwidth=width) for width in (12, 66)]
    titles = (nodes.entry("", nodes.paragraph("", title)) for title in ("Module", "What it uses"))
    group += nodes.thead("", nodes.row("", *titles))
    group += nodes.tbody("", *map(_row, modules))
    return nodes.table("", group, classes=["mis-table", "mis-uses"])


def _row(module: Module) -> nodes.row:
    lines = [_line(use) for use in module.uses] or [nodes.paragraph("", "nothing")]
    name = formulas.link("module", module.name, nodes.inline("", module.name))
    return nodes.row("", nodes.entry("", nodes.paragraph("", "", name)), nodes.entry("", *lines))


def _line(use: Use) -> nodes.paragraph:
    """A module that is used, with the names that are."""
    name = formulas.link("module", use.short, nodes.inline("", use.short))
    return nodes.paragraph("", "", name, nodes.Text(f": {', '.join(use.names_in_text)}"))


def setup(app: Sphinx) -> None:
    """Add the picture to a Sphinx application; builders that cannot draw leave it to the table."""
    skip: Any = (_skip, None)
    html: Any = (_html, None)
    app.add_node(uses_picture, html=html, latex=skip, text=skip, man=skip, texinfo=skip)


def _skip(self: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _html(self: HTML5Translator, node: nodes.Element) -> None:
    domain = self.builder.env.get_domain("mis")
    here = self.builder.current_docname

    def address(name: str) -> str:
        place = domain.places.get(("module", name))  # type: ignore[attr-defined]
        if not place:
            return ""
        page = self.builder.get_relative_uri(here, place.document) if here != place.document else ""
        return f"{page}#{place.anchor}"

    shown: Drawing = node["drawing"]
    self.body.append(_svg(shown, node["alt"], {name: address(name) for name in shown.nodes}))
    raise nodes.SkipNode


def _svg(shown: Drawing, alt: str, addresses: dict[str, str]) -> str:
    """The drawing as an image in the colours of the text around it."""
    places = [*shown.nodes.values(), *(place for way in shown.arrows.values() for place in way)]
    half = max((abs(place.x) for place in places), default=0) * _ACROSS + _WIDTH / 2 + 2
    top = max((place.layer for place in places), default=0)
    width, height = round(2 * half), top * _DOWN + _HEIGHT + 4

    def middle(place: BoxPlace) -> tuple[float, float]:
        return half + place.x * _ACROSS, (top - place.layer) * _DOWN + _HEIGHT / 2 + 2

    lines = (_arrow([middle(place) for place in way]) for way in shown.arrows.values())
    boxes = (_box(name, *middle(place), addresses[name]) for name, place in shown.nodes.items())
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="mis-uses" role="img"'
            f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            f"<title>Uses</title><desc>{escape(alt)}</desc>",
            *lines,
            *boxes,
            "</svg>",
        )
    )


def _arrow(points: list[tuple[float, float]]) -> str:
    """A line from the lower edge of a box to the upper edge of another, upright where it passes a layer."""
    half, head = _HEIGHT / 2, 7
    (x, y), *between, (to_x, to_y) = points
    path = f"M{x:g} {y + half:g}"
    y += half
    for stop_x, upper, lower in (
        *((px, py - half, py + half) for px, py in between),
        (to_x, to_y - half - head, to_y - half - head),
    ):
        bend = (y + upper) / 2
        path += f" C{x:g} {bend:g} {stop_x:g} {bend:g} {stop_x:g} {upper:g}"
        path += f" V{lower:g}" if lower != upper else ""
        x, y = stop_x, lower
    tip = f"M{x - 4:g} {y:g} L{x:g} {y + head:g} L{x + 4:g} {y:g} Z"
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.55"/>'
        f'<path d="{tip}" fill="currentColor" fill-opacity="0.55"/>'
    )


def _box(name: str, x: float, y: float, address: str) -> str:
    """A module; it leads to its page."""
    box = (
        f'<rect x="{x - _WIDTH / 2:g}" y="{y - _HEIGHT / 2:g}" width="{_WIDTH}" height="{_HEIGHT}"'
        f' rx="5" fill="currentColor" fill-opacity="0.06" stroke="currentColor"/>'
        f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="currentColor">{escape(name)}</text>'
    )
    return f'<a href="{escape(address)}">{box}</a>' if address else box
