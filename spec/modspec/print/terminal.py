"""Terminal: documents as lines of plain text, and the page of a module."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from modspec.print.document import Document, label_width, layout, tokens
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

WIDTH = 80
"""The usual width of a terminal."""

_STEP = 2
_TYPED = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"


def inline(document: Document) -> str:
    """Return the document on one line, without labels."""
    return "".join(token.text for token in tokens(document))


def block(document: Document, width: int = WIDTH) -> str:
    """Return the document in lines of at most ``width`` characters, labels flush right.

    A label that does not fit beside its line stands on the next.
    """
    result = []
    for line in layout(document, width):
        content = line.text.rstrip()
        if line.rules:
            label = " ".join(f"[{rule}]" for rule in line.rules)
            if len(content) + label_width(line.rules) - 1 <= width:
                content += label.rjust(width - len(content))
            else:
                content += "\n" + label.rjust(width)
        result.append(content)
    return "\n".join(result)


def page(module: Module, width: int = WIDTH) -> str:
    """Return the page of a module, no line longer than ``width`` characters."""
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
    for content in section.blocks:
        yield from _content(content, inner, width)
    yield ""
    for part in section.parts:
        yield from _section(part, inner, width)


def _content(content: Block, indent: int, width: int) -> Iterator[str]:
    match content:
        case Prose(text):
            for paragraph in text.split("\n\n"):
                yield from _wrap(paragraph, indent, width)
        case Table():
            yield from _table(content, indent, width)
        case TemplateEntry():
            yield from entry(content, indent, width)


def _wrap(text: str, indent: int, width: int) -> list[str]:
    margin = " " * indent
    return textwrap.wrap(
        " ".join(text.split()), width, initial_indent=margin, subsequent_indent=margin
    )


def _indent(document: Document, indent: int, width: int) -> list[str]:
    return [(" " * indent + line).rstrip() for line in block(document, width - indent).splitlines()]


def entry(declared: TemplateEntry, indent: int, width: int) -> Iterator[str]:
    """Yield one declaration: headline, sentence, clauses with their keywords in a column."""
    yield from _headline(declared, indent, width)
    inner = indent + _STEP
    if declared.text:
        yield from _wrap(declared.text, inner, width)
    keyword_width = max((len(keyword) + 2 for keyword, _ in declared.clauses if keyword), default=0)
    for keyword, document in declared.clauses:
        column = inner + keyword_width if keyword else inner
        first, *rest = _indent(document, column, width)
        yield (" " * inner + keyword.ljust(keyword_width) + first[column:]) if keyword else first
        yield from rest
    yield ""


def _headline(block: TemplateEntry, indent: int, width: int) -> Iterator[str]:
    lines = _indent(block.headline, indent, width)
    label = " ".join(f"[{rule}]" for rule in block.rules)
    if label and len(lines[0]) + len(label) + 2 <= width:
        lines[0] += label.rjust(width - len(lines[0]))
    elif label:
        lines.insert(1, label.rjust(width))
    yield from lines


def _table(table: Table, indent: int, width: int) -> Iterator[str]:
    """Yield the lines of a table; if it is too wide, the widest column is broken between words.

    If words would have to be broken, or the first column would take half of the page, its cells
    stand on lines of their own, each above the rest of its row: names are never broken.
    """
    rows = [list(table.columns), *([_cell(cell) for cell in row] for row in table.rows)]
    names = [""] * len(rows)
    margin = " " * indent
    widths = _widths(rows, width - indent)
    is_half = (
        _excess(_widths_needed(rows), width - indent) > 0
        and 2 * _widths_needed(rows)[0] > width - indent
    )
    if is_half or _excess(widths, width - indent) > 0:
        names = [margin + row.pop(0) for row in rows]
        margin += " " * _STEP
        widths = _widths(rows, width - len(margin))
    while (
        excess := _excess(widths, width - len(margin))
    ) > 0:  # some word is too long for any page
        widest = widths.index(max(widths))
        widths[widest] -= max(1, min(excess, widths[widest] - 8))
    for number, (name, row) in enumerate(zip(names, rows, strict=True)):
        if name:
            yield name
        yield from _row(row, widths, margin)
        if number == 0:
            end = len(margin) + sum(widths) + 2 * (len(widths) - 1)
            yield " " * indent + "─" * (end - indent)


def _cell(document: Document) -> str:
    """Return the text of a cell; a parameter and its type are one word: ``row : integer``."""
    return inline(document).replace(" : ", _TYPED)


def _widths_needed(rows: list[list[str]]) -> list[int]:
    """Return the width that each column needs."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _widths(rows: list[list[str]], width: int) -> list[int]:
    """Return the widths of columns without breaking words: the widest gives way step by step."""
    widths = _widths_needed(rows)
    words = [
        [word for cell in column for word in cell.split(" ")] for column in zip(*rows, strict=True)
    ]
    least = [max(map(len, column), default=0) for column in words]
    while _excess(widths, width) > 0:
        givers = [n for n, size in enumerate(widths) if size > least[n]]
        if not givers:
            break
        widths[max(givers, key=widths.__getitem__)] -= 1
    return widths


def _excess(widths: list[int], width: int) -> int:
    """Return the number of characters by which columns of these widths are too wide."""
    return sum(widths) + 2 * (len(widths) - 1) - width


def _row(row: list[str], widths: list[int], margin: str) -> Iterator[str]:
    """Yield the lines of one row: its cells side by side, each broken as it needs."""
    wrapped = [textwrap.wrap(cell, size) or [""] for cell, size in zip(row, widths, strict=True)]
    for parts in zip_longest(*wrapped, fillvalue=""):
        line = "  ".join(part.ljust(size) for part, size in zip(parts, widths, strict=True))
        yield (margin + line).rstrip().replace(_TYPED, " : ")
