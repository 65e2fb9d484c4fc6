"""The page of a module in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from modspec.print import unicode
from modspec.print.document import Document
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

_STEP = 2
_TYPED = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"


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
        case TemplateEntry():
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


def entry(block: TemplateEntry, indent: int, width: int) -> Iterator[str]:
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


def _headline(block: TemplateEntry, indent: int, width: int) -> Iterator[str]:
    lines = _indented(block.headline, indent, width)
    label = " ".join(f"[{rule}]" for rule in block.rules)
    if label and len(lines[0]) + len(label) + 2 <= width:
        lines[0] += label.rjust(width - len(lines[0]))
    elif label:
        lines.insert(1, label.rjust(width))
    yield from lines


def _table(table: Table, indent: int, width: int) -> Iterator[str]:
    """Columns as wide as they need to be; the widest gives way, its cells broken into lines between words.

    Where words would have to be broken, or the first column would take half of the page, its cells
    stand on lines of their own, each above the rest of its row: names are never broken.
    """
    rows = [list(table.columns), *([_cell(cell) for cell in row] for row in table.rows)]
    names = [""] * len(rows)
    margin = " " * indent
    widths = _widths(rows, width - indent)
    is_half = _lacks(_needed(rows), width - indent) > 0 and 2 * _needed(rows)[0] > width - indent
    if is_half or _lacks(widths, width - indent) > 0:
        names = [margin + row.pop(0) for row in rows]
        margin += " " * _STEP
        widths = _widths(rows, width - len(margin))
    while (
        lacks := _lacks(widths, width - len(margin))
    ) > 0:  # there is a word too long for any page
        widest = widths.index(max(widths))
        widths[widest] -= max(1, min(lacks, widths[widest] - 8))
    for number, (name, row) in enumerate(zip(names, rows, strict=True)):
        if name:
            yield name
        yield from _row(row, widths, margin)
        if number == 0:
            end = len(margin) + sum(widths) + 2 * (len(widths) - 1)
            yield " " * indent + "─" * (end - indent)


def _cell(document: Document) -> str:
    """The text of a cell, in which a parameter and its type are one word: ``row : integer``."""
    return unicode.inline(document).replace(" : ", _TYPED)


def _needed(rows: list[list[str]]) -> list[int]:
    """How wide each column would have to be."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """How wide each column is, if no word is broken: the widest that can give way does, bit by bit."""
    widths = _needed(rows)
    words = [
        [word for cell in column for word in cell.split(" ")] for column in zip(*rows, strict=True)
    ]
    least = [max(map(len, column), default=0) for column in words]
    while _lacks(widths, width) > 0:
        givers = [n for n, size in enumerate(widths) if size > least[n]]
        if not givers:
            break
        widths[max(givers, key=widths.__getitem__)] -= 1
    return widths


def _lacks(widths: list[int], width: int) -> int:
    """By how many characters columns of these widths are too wide."""
    return sum(widths) + 2 * (len(widths) - 1) - width


def _row(row: list[str], widths: list[int], margin: str) -> Iterator[str]:
    """The cells of one row side by side, each broken into as many lines as it needs."""
    wrapped = [textwrap.wrap(cell, size) or [""] for cell, size in zip(row, widths, strict=True)]
    for parts in zip_longest(*wrapped, fillvalue=""):
        line = "  ".join(part.ljust(size) for part, size in zip(parts, widths, strict=True))
        yield (margin + line).rstrip().replace(_TYPED, " : ")
