"""Modules, states and explanations as notebooks show them: with mathematics instead of text.

``%load_ext modspec.notebook`` in a notebook, and a module that is the last value of a cell shows as
its page, a state as a table, an explanation as a tree. Formulas are MathML: no script, no network.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from modspec.explain.explanation import Explanation
from modspec.explain.text import instantiate
from modspec.print.document import Document, Line, layout, tokens
from modspec.print.formula import formula
from modspec.print.mathml import Sheet
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.run.plain import plain
from modspec.syntax.module import Module
from modspec.syntax.values import State

WIDTH: Final = 84
"""The width in characters at which formulas are broken."""

_HEADING: Final = 3
"""The level of a section's heading, below that of the module."""


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show modules, states and explanations. IPython calls this."""
    shown = shell.display_formatter.formatters["text/html"]
    shown.for_type(Module, module_html)
    shown.for_type(State, state_html)
    shown.for_type(Explanation, explanation_html)


# -- modules ---------------------------------------------------------------------------------------


def module_html(module: Module) -> str:
    """Return the page of a module, in the sections of the template."""
    parts = (part for section in template(module) for part in _section(section, _HEADING))
    return f"<section><h2>{escape(module.name)}</h2>{''.join(parts)}</section>"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f"<h{level}>{escape(section.title)}</h{level}>"
    for content in section.blocks:
        yield from _content(content)
    for part in section.parts:
        yield from _section(part, min(level + 1, 6))


def _content(content: Block) -> Iterator[str]:
    match content:
        case Prose(text):
            yield from (f"<p>{escape(each)}</p>" for each in text.split("\n\n"))
        case Table(columns, rows):
            cells = ([_in_one_line(cell) for cell in row] for row in rows)
            yield _table([*map(escape, columns)], cells)
        case TemplateEntry():
            yield "<dl><dt>" + _lines(content.headline) + _labels(content.rules) + "</dt><dd>"
            yield escape(content.text)
            if content.clauses:
                clauses = ([f"<i>{word}</i>", _lines(clause)] for word, clause in content.clauses)
                yield _table([], clauses)
            yield "</dd></dl>"


def _in_one_line(document: Document) -> str:
    line = Line(0, list(tokens(document)))
    return Sheet([line]).row(0) if line.text else ""


def _lines(document: Document) -> str:
    """Return a formula, a line below the other, each with the rules that label it."""
    lines = layout(document, WIDTH)
    sheet = Sheet(lines)
    return "".join(
        f"<div>{sheet.row(number)}{_labels(line.rules)}</div>" for number, line in enumerate(lines)
    )


def _labels(rules: tuple[str, ...]) -> str:
    return "".join(f" <small>[{escape(rule)}]</small>" for rule in rules)


def _table(columns: list[str], rows: Any) -> str:
    """Return a table; its cells are HTML."""
    head = "".join(f'<th style="text-align: left">{title}</th>' for title in columns)
    cell = '<td style="text-align: left; vertical-align: top">'
    body = (f"<tr>{''.join(f'{cell}{each}</td>' for each in row)}</tr>" for row in rows)
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{''.join(body)}</table>"


# -- states and explanations -----------------------------------------------------------------------


def state_html(state: State) -> str:
    """Return the state variables with their values."""
    rows = ([f"<i>{name}</i>", escape(plain(getattr(state, name)))] for name in state.variables)
    return f"<div>{type(state).__name__}</div>{_table([], rows)}"


def explanation_html(part: Explanation) -> str:
    """Return a formula with its value and, below it, the parts that decide it."""
    node = instantiate(part.formula, part.scope, plain) if part.scope else part.formula
    binding = ", ".join(f"{name} = {plain(value)}" for name, value in part.binding)
    value = {True: "✓", False: "✗"}.get(part.value) if isinstance(part.value, bool) else None
    line = (
        f"{escape(f'{binding}: ' if binding else '')}{_in_one_line(formula(node))} "
        f"{value or escape(f'= {plain(part.value)}')}{_labels(part.rules)}"
    )
    inner = "".join(f"<li>{explanation_html(each)}</li>" for each in part.because)
    return f"<div>{line}</div>{f'<ul>{inner}</ul>' if inner else ''}"
