"""LaTeX: the same lines as in the terminal, for any renderer of mathematics.

Only commands that every renderer knows are used, docutils' own converter to MathML included.
"""

from __future__ import annotations

from collections.abc import Sequence

from modspec.print.document import (
    Document,
    Face,
    Line,
    Token,
    layout,
    tokens,
)

WIDTH = 84
"""The width in characters at which formulas are broken for a page."""

_SYMBOLS = {
    "∀": r"\forall ",
    "∃": r"\exists ",
    "λ": r"\lambda ",
    "¬": r"\lnot ",
    "∧": r"\land ",
    "∨": r"\lor ",
    "⇒": r"\Rightarrow ",
    "≡": r"\equiv ",
    "≠": r"\neq ",
    "≤": r"\leq ",
    "≥": r"\geq ",
    "∈": r"\in ",
    "∉": r"\notin ",
    "×": r"\times ",
    "→": r"\rightarrow ",
    "∪": r"\cup ",
    "·": r"\cdot ",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
    "||": r"\parallel ",
    "|": r"\mid ",
    ":=": r":=",
    "..": r"\,..\,",
    "div": r"\ \mathrm{div}\ ",
    "mod": r"\ \mathrm{mod}\ ",
}
_SPACED = frozenset("=≠<≤>≥∈∉∧∨⇒≡×→∪+-·|") | {":=", "div", "mod"}
"""The symbols that mathematics mode sets space around, or that bring their own."""

_FACES = {
    Face.FUNCTION: r"\mathit",
    Face.CONSTANT: r"\mathsf",
    Face.TYPE: r"\mathsf",
    Face.KEYWORD: r"\mathrm",
}


def _escaped(string: str) -> str:
    return string.replace("_", r"\_").replace("{", r"\{").replace("}", r"\}").replace("#", r"\#")


def _spaces(string: str) -> str:
    return string.replace(" ", r"\ ")


def token(item: Token) -> str:
    """A token as LaTeX, in mathematics mode."""
    if item.text == "|" and item.face is Face.PLAIN:
        return r"\vert "  # around a size, not between a range and a body
    if item.text in _SYMBOLS:
        return _SYMBOLS[item.text]
    if item.face is Face.VARIABLE and len(item.text) == 1:
        return item.text
    if item.face is Face.VARIABLE:
        return rf"\mathit{{{_escaped(item.text)}}}"
    if item.face in _FACES:
        return rf"{_FACES[item.face]}{{{_spaces(_escaped(item.text))}}}"
    if item.face is Face.NUMBER:
        return item.text
    return _plain(item.text)


def _plain(string: str) -> str:
    stripped = string.strip()
    if stripped in _SYMBOLS:
        return _SYMBOLS[stripped]
    return _spaces(_escaped(string))


def _indent(columns: int) -> str:
    """Space as wide as so many characters, about half an em each."""
    return r"\quad " * (columns // 2) + r"\;" * (columns % 2)


def _sequence(items: Sequence[Token]) -> str:
    """Tokens in a row; around an infix operator mathematics mode sets space of its own."""
    result = ""
    for index, item in enumerate(items):
        neighbours = (*items[max(index - 1, 0) : index], *items[index + 1 : index + 2])
        if item.text.isspace() and any(each.text in _SPACED for each in neighbours):
            continue
        result += token(item)
    return result


def row(line: Line) -> str:
    """One line without its labels, for mathematics mode."""
    return _indent(line.indent) + _sequence(line.tokens)


def inline(document: Document) -> str:
    """The document on one line, for ``$...$``."""
    return _sequence(list(tokens(document))).strip()


def block(document: Document, width: int = WIDTH, label: str = r"\text{{[{rule}]}}") -> str:
    """The document in an ``aligned`` environment: a row a line, labels in a column of their own."""
    rows = []
    lines = layout(document, width)
    for line in lines:
        rules = r"\ ".join(label.format(rule=rule) for rule in line.rules)
        rows.append(f"& {row(line)}" + (rf" && \quad {rules}" if rules else ""))
    if len(rows) == 1 and not lines[0].rules:
        return rows[0].removeprefix("& ")
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"
