"""The page of a module in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from modspec.module import Module
from modspec.readings.printing import unicode
from modspec.readings.printing.document import Document
from modspec.readings.printing.template import Block, Entry, Prose, Section, Table, template

_STEP = 2


def page(module: Module, width: int = unicode.WIDTH) -> str:
    """The whole module interface specification, no line longer than ``width`` characters."""
    lines: list[str] = []
    for section in template(module):
        lines += _section(section, 0, width)
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section, indent: int, width: int) -> Iterator[str]:
    margin = " " * indent
    yield margin + section.title
    if indent == 0:
        yield margin + "─" * len(section.title)
    inner = indent + _STEP
    for block in section.blocks:
        yield from _block(block, inner, width)
    yield ""
    for part in section.parts:
        yield from _section(part, inner, width)


def _block(block: Block, indent: int, width: int) -> Iterator[str]:
    match block:
        case Prose(text):
            for paragraph in text.split("\n\n"):
                yield from _wrapped(paragraph, indent, width)
        case Table():
            yield from _table(block, indent, width)
        case Entry():
            yield from entry(block, indent, width)


def _wrapped(text: str, indent: int, width: int) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        " ".join(text.split()), width, initial_indent=margin, subsequent_indent=margin
    )


def _indented(document: Document, indent: int, width: int) -> list[str]:
    return [
        (" " * indent + line).rstrip()
        for line in unicode.block(document, width - indent).splitlines()
    ]


def entry(block: Entry, indent: int, width: int) -> Iterator[str]:
    """One declaration: headline, sentence, clauses with their keywords in a column."""
    yield from _headline(block, indent, width)
    inner = indent + _STEP
    if block.text:
        yield from _wrapped(block.text, inner, width)
    keyword_width = max((len(keyword) + 2 for keyword, _ in block.clauses if keyword), default=0)
    for keyword, document in block.clauses:
        column = inner + keyword_width if keyword else inner
        first, *rest = _indented(document, column, width)
        yield (" " * inner + keyword.ljust(keyword_width) + first[column:]) if keyword else first
        yield from rest
    yield ""


def _headline(block: Entry, indent: int, width: int) -> Iterator[str]:
    lines = _indented(block.headline, indent, width)
    label = " ".join(f"[{rule}]" for rule in block.rules)
    if label and len(lines[0]) + len(label) + 2 <= width:
        lines[0] += label.rjust(width - len(lines[0]))
    elif label:
        lines.insert(1, label.rjust(width))
    yield from lines


def _table(table: Table, indent: int, width: int) -> Iterator[str]:
    """Columns as wide as they need to be; the widest gives way, its cells broken into lines."""
    cells = [[unicode.inline(cell) for cell in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *cells, strict=True)]
    room = width - indent - 2 * (len(widths) - 1)
    while sum(widths) > room:
        widest = widths.index(max(widths))
        widths[widest] -= max(1, min(sum(widths) - room, widths[widest] - 8))
    margin = " " * indent
    header = "  ".join(name.ljust(size) for name, size in zip(table.columns, widths, strict=True))
    yield (margin + header).rstrip()
    yield margin + "─" * (sum(widths) + 2 * (len(widths) - 1))
    for row in cells:
        wrapped = [
            textwrap.wrap(cell, size) or [""] for cell, size in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, wrapped))):
            parts = [cell[number] if number < len(cell) else "" for cell in wrapped]
            line = "  ".join(part.ljust(size) for part, size in zip(parts, widths, strict=True))
            yield (margin + line).rstrip()
