"""HTML: the sections of a module for a browser, formulas as MathML, without scripts.

The text is a part of a document: its style, and what stands around it, are the document's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from modspec.print.document import Document, Face, Group, Token, layout
from modspec.print.mathml import Sheet
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

WIDTH = 84
"""The width in characters at which formulas are broken."""

_ENDLESS = 10_000
"""The width at which nothing is broken."""


def page(module: Module, addresses: Mapping[str, str]) -> str:
    """Return the sections of a module.

    Each entry has the id ``MODULE.NAME``. ``addresses`` says where names in formulas and labels, in
    their brackets, lead; the others lead nowhere.
    """
    return "\n".join(_Page(module.name, addresses).sections(template(module), 2)) + "\n"


def entries(module: Module) -> Iterator[str]:
    """Yield the names of a module's entries, each as often as it has one."""
    waiting = [*template(module)]
    while waiting:
        section = waiting.pop(0)
        waiting += section.parts
        yield from (each.name for each in section.blocks if isinstance(each, TemplateEntry))


def _prose(text: str) -> str:
    """Return a paragraph; what stands between two backquotes is code."""
    return re.sub("``(.+?)``", r"<code>\1</code>", escape(text, quote=False))


class _Page:
    """Renders the sections of one module."""

    def __init__(self, name: str, addresses: Mapping[str, str]) -> None:
        self._name, self._addresses = name, addresses

    def _link(self, token: Token) -> str | None:
        is_name = token.face in (Face.FUNCTION, Face.CONSTANT, Face.TYPE)
        return self._addresses.get(token.text) if is_name else None

    def sections(self, sections: tuple[Section, ...], level: int) -> Iterator[str]:
        for section in sections:
            yield f"<h{level}>{escape(section.title)}</h{level}>"
            for content in section.blocks:
                yield from self._content(content)
            yield from self.sections(section.parts, level + 1)

    def _content(self, content: Block) -> Iterator[str]:
        match content:
            case Prose(text):
                yield from (f"<p>{_prose(paragraph)}</p>" for paragraph in text.split("\n\n"))
            case Table(columns, rows):
                yield "<table>"
                yield self._row("th", [escape(column) for column in columns])
                yield from (self._row("td", [self._inline(cell) for cell in row]) for row in rows)
                yield "</table>"
            case TemplateEntry():
                yield from self._entry(content)

    def _row(self, cell: str, contents: list[str]) -> str:
        return f"<tr>{''.join(f'<{cell}>{content}</{cell}>' for content in contents)}</tr>"

    def _entry(self, entry: TemplateEntry) -> Iterator[str]:
        yield f'<section class="entry" id="{self._name}.{escape(entry.name)}">'
        yield f"<h6>{self._inline(entry.headline)}{self._labels(entry.rules)}</h6>"
        if entry.text:
            yield f"<p>{_prose(entry.text)}</p>"
        for keyword, document in entry.clauses:
            yield f'<div class="clause"><span class="keyword">{keyword}</span>'
            yield from self._lines(document)
            yield "</div>"
        yield "</section>"

    def _lines(self, document: Document) -> Iterator[str]:
        lines = layout(document, WIDTH)
        sheet = Sheet(lines)
        yield '<div class="formula">'
        for number, line in enumerate(lines):
            yield f"<div>{sheet.row(number, self._link)}{self._labels(line.rules)}</div>"
        yield "</div>"

    def _inline(self, document: Document) -> str:
        (line,) = layout(Group(document), _ENDLESS)
        return Sheet([line]).row(0, self._link) if line.text.strip() else ""

    def _labels(self, rules: tuple[str, ...]) -> str:
        """Return the labels of a line."""
        return "".join(f' <span class="label">{self._label(f"[{rule}]")}</span>' for rule in rules)

    def _label(self, label: str) -> str:
        address = self._addresses.get(label)
        return f'<a href="{escape(address)}">{label}</a>' if address else label
