"""LaTeX: the same lines as in the terminal, and the page of a module.

Formulas use only commands that every renderer of mathematics knows, docutils' converter to MathML
included. The page is to be put into a document that uses amsmath.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from modspec.print.document import Document, Face, Line, Token, layout, tokens
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

WIDTH = 84
"""The width in characters at which formulas are broken for a page."""

_COMMANDS = r"""
∀ \forall  ∃ \exists  λ \lambda  ¬ \lnot  ∧ \land  ∨ \lor  ⇒ \Rightarrow  ≡ \equiv  ≠ \neq  ≤ \leq
≥ \geq  ∈ \in  ∉ \notin  × \times  → \rightarrow  ∪ \cup  · \cdot  ⟨ \langle  ⟩ \rangle
|| \parallel  | \mid  ∩ \cap  \ \setminus  ⊂ \subset  ⊆ \subseteq  ⊃ \supset  ⊇ \supseteq
∅ \emptyset  ⊕ \oplus  ↦ \mapsto  √ \surd
"""
_SYMBOLS = {
    **{symbol: f"\\{name} " for symbol, name in re.findall(r"(\S+) \\(\w+)", _COMMANDS)},
    ":=": r":=",
    "..": r"\,..\,",
    "ℝ": r"\mathbb{R}",
    "div": r"\ \mathrm{div}\ ",
    "mod": r"\ \mathrm{mod}\ ",
}
_SPACED = frozenset("=≠<≤>≥∈∉∧∨⇒≡×→∪+-·/|∩\\⊂⊆⊃⊇⊕↦") | {":=", "div", "mod"}
"""The symbols that mathematics mode sets space around, or that have their own."""

_FACES = {
    Face.FUNCTION: r"\mathit",
    Face.CONSTANT: r"\mathsf",
    Face.TYPE: r"\mathsf",
    Face.KEYWORD: r"\mathrm",
}


def _escape(string: str) -> str:
    return re.sub(r"([_{}# ])", r"\\\1", string)


def token(item: Token) -> str:
    """Return a token as LaTeX, in mathematics mode."""
    if item.text == "|" and item.face is Face.PLAIN:
        return r"\vert "  # around a size, not between a range and a body
    if item.text in _SYMBOLS:
        return _SYMBOLS[item.text]
    if item.face is Face.VARIABLE and len(item.text) == 1:
        return item.text
    if item.face is Face.VARIABLE:
        return rf"\mathit{{{_escape(item.text)}}}"
    if item.face in _FACES:
        return rf"{_FACES[item.face]}{{{_escape(item.text)}}}"
    if item.face is Face.NUMBER:
        return item.text
    return _SYMBOLS.get(item.text.strip()) or _escape(item.text)


def _indent(columns: int) -> str:
    """Return space as wide as so many characters, about half an em each."""
    return r"\quad " * (columns // 2) + r"\;" * (columns % 2)


def _sequence(items: Sequence[Token]) -> str:
    """Return tokens in a row, without the space that mathematics mode sets around operators."""
    result = ""
    for index, item in enumerate(items):
        neighbours = (*items[max(index - 1, 0) : index], *items[index + 1 : index + 2])
        if item.text.isspace() and any(each.text in _SPACED for each in neighbours):
            continue
        result += token(item)
    return result


def row(line: Line) -> str:
    """Return one line without its labels, for mathematics mode."""
    return _indent(line.indent) + _sequence(line.tokens)


def inline(document: Document) -> str:
    """Return the document on one line, for ``$...$``."""
    return _sequence(list(tokens(document))).strip()


def block(document: Document, width: int = WIDTH, label: str = r"\text{{[{rule}]}}") -> str:
    """Return the document in an ``aligned`` environment, labels in a column of their own."""
    rows = []
    lines = layout(document, width)
    for line in lines:
        rules = r"\ ".join(label.format(rule=rule) for rule in line.rules)
        rows.append(f"& {row(line)}" + (rf" && \quad {rules}" if rules else ""))
    if len(rows) == 1 and not lines[0].rules:
        return rows[0].removeprefix("& ")
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


# -- the page of a module --------------------------------------------------------------------------

_LEVELS = ("section*", "subsection*", "paragraph*")
_SPECIAL = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def page(module: Module) -> str:
    """Return the page of a module, in the sections of the template."""
    lines = [f"% {module.python_name}, printed by modspec; needs amsmath and amssymb"]
    for section in template(module):
        lines += _section(section, 0)
    return "\n".join(lines).rstrip() + "\n"


def prose(text: str) -> str:
    """Return a text as LaTeX, outside of mathematics mode."""
    return "".join(_SPECIAL.get(character, character) for character in text)


def _section(section: Section, depth: int) -> Iterator[str]:
    yield f"\\{_LEVELS[min(depth, 2)]}{{{prose(section.title)}}}"
    for content in section.blocks:
        yield from _content(content)
    yield ""
    for part in section.parts:
        yield from _section(part, depth + 1)


def _content(content: Block) -> Iterator[str]:
    match content:
        case Prose(text):
            yield prose(text)
        case Table(columns, rows):
            yield r"\begin{tabular}{" + "l" * len(columns) + "}"
            yield " & ".join(map(prose, columns)) + r" \\ \hline"
            for row in rows:
                yield " & ".join(_mathematics(cell) for cell in row) + r" \\"
            yield r"\end{tabular}"
        case TemplateEntry():
            yield from _entry(content)


def _mathematics(document: Document) -> str:
    content = inline(document)
    return f"${content}$" if content else ""


def _entry(entry: TemplateEntry) -> Iterator[str]:
    rules = r"\hfill " + " ".join(f"[{rule}]" for rule in entry.rules) if entry.rules else ""
    yield r"\medskip\noindent " + _mathematics(entry.headline) + rules
    if entry.text:
        yield r"\\ " + prose(entry.text)
    for keyword, document in entry.clauses:
        if keyword:
            yield rf"\par\noindent\textit{{{keyword}}}"
        yield r"\[" + block(document) + r"\]"
    yield ""
