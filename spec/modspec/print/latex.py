"""LaTeX: the same lines as in the terminal, and the page of a module.

Formulas use only commands that every renderer of mathematics knows, docutils' converter to MathML
included. The page is to be put into a document that uses :data:`PACKAGES`; :func:`document` is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from modspec.print.document import (
    Break,
    Document,
    Face,
    Line,
    Token,
    flat_width,
    join,
    layout,
    text,
    tokens,
)
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

WIDTH = 84
"""The width in characters at which formulas are broken for a page."""

_SYMBOL_COMMANDS = r"""
∀ \forall  ∃ \exists  λ \lambda  ¬ \lnot  ∧ \land  ∨ \lor  ⇒ \Rightarrow  ≡ \equiv  ≠ \neq  ≤ \leq
≥ \geq  ∈ \in  ∉ \notin  × \times  → \rightarrow  ∪ \cup  · \cdot  ⟨ \langle  ⟩ \rangle
|| \parallel  | \mid  ∩ \cap  \ \setminus  ⊂ \subset  ⊆ \subseteq  ⊃ \supset  ⊇ \supseteq
∅ \emptyset  ⊕ \oplus  ↦ \mapsto  √ \surd
"""
_SYMBOLS = {
    **{symbol: f"\\{name} " for symbol, name in re.findall(r"(\S+) \\(\w+)", _SYMBOL_COMMANDS)},
    ":=": r":=",
    "..": r"\,..\,",
    "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}",
    "div": r"\ \mathrm{div}\ ",
    "mod": r"\ \mathrm{mod}\ ",
    "max": r"\max ",
    "min": r"\min ",
    "some": r"\mathrm{some}\ ",
    "the": r"\mathrm{the}\ ",
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
    if item.text.startswith('"'):
        return rf"\text{{``{prose(item.text[1:-1])}''}}"
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

PACKAGES = ("amsmath", "amssymb", "array", "longtable")
"""The packages that a page needs."""

_LEVELS = ("subsection*", "subsubsection*", "paragraph*")
_SPECIAL = {
    **{each: f"\\{each}" for each in "&%$#_{}"},
    **{each: f"${each}$" for each in "<>"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"$\vert$",
    "−": "$-$",
}
_COMMANDS_OF_A_PAGE = r"""
\providecommand{\misword}[1]{\makebox[5.5em][l]{\textit{#1}}}
% at the right margin, or on the next line if there is no room
\providecommand{\mislabel}[1]{\unskip\nobreak\hfil\penalty50\hskip1em\null\nobreak\hfil%
  \mbox{#1}{\parfillskip=0pt\finalhyphendemerits=0\par}}
""".strip()
"""The keyword of a clause, and the label of a line."""

_BESIDE_KEYWORD = 72
"""The width in characters of a clause beside its keyword."""

_LINE = 80
"""The characters, as wide as most are, that a line of a table has room for."""

_LONG_NAME = 24
"""The characters from which on a name in a table may be broken."""

_BETWEEN = 3
"""The characters that a column takes besides: the space beside it, and one to spare."""


def page(module: Module) -> str:
    """Return the page of a module, in the sections of the template."""
    needed = ", ".join(PACKAGES)
    lines = [
        f"% {module.python_name}, printed by modspec; needs {needed}",
        _COMMANDS_OF_A_PAGE,
        f"\\section{{{prose(module.name)}}}",
    ]
    for section in template(module):
        lines += _section(section, 0)
    return "\n".join(lines).rstrip() + "\n"


def document(modules: Sequence[Module], title: str) -> str:
    """Return a LaTeX document of several modules: contents, hierarchy, a part for each module."""
    packages = "\n".join(f"\\usepackage{{{name}}}" for name in PACKAGES)
    names = {module.python_name for module in modules}
    rows = tuple(
        (
            text(module.name, Face.TYPE),
            text(module.kind.value, Face.KEYWORD),
            join(
                text(",") + Break(),
                (text(use.short, Face.TYPE) for use in module.uses if use.module in names),
            ),
        )
        for module in modules
    )
    hierarchy = "\n".join(block_lines(Table(("Module", "Kind", "Uses"), rows)))
    parts = "".join(f"\n\\clearpage\n{page(module)}" for module in modules)
    return _DOCUMENT.format(packages=packages, title=prose(title), hierarchy=hierarchy, parts=parts)


_DOCUMENT = r"""\documentclass[11pt]{{article}}
\usepackage[margin=1in]{{geometry}}
{packages}
\allowdisplaybreaks
\emergencystretch=3em
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{3pt plus 1pt}}
\title{{{title}}}
\date{{}}
\begin{{document}}
\maketitle
\tableofcontents
\section*{{Module hierarchy}}
{hierarchy}
{parts}\end{{document}}
"""


def prose(text: str) -> str:
    """Return a text as LaTeX, outside of mathematics mode."""
    symbols = {symbol: f"${command.strip()}$" for symbol, command in _SYMBOLS.items()}
    known = {**symbols, **_SPECIAL}
    plain = {each for each in symbols if each.isascii()} - set(_SPECIAL)
    return "".join(each if each in plain else known.get(each, each) for each in text)


def _section(section: Section, depth: int) -> Iterator[str]:
    yield f"\\{_LEVELS[min(depth, 2)]}{{{prose(section.title)}}}"
    for each in section.blocks:
        yield from block_lines(each)
    yield ""
    for part in section.parts:
        yield from _section(part, depth + 1)


def block_lines(content: Block) -> Iterator[str]:
    """Yield the lines of a block of the template."""
    match content:
        case Prose(text):
            yield prose(text)
        case Table():
            yield rf"\begin{{longtable}}[l]{{{_columns(content)}}}"
            yield from _rows(content, r"\endhead")
            yield r"\end{longtable}"
        case TemplateEntry():
            yield from _entry(content)


def table_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table that stays on one page."""
    yield rf"\begin{{tabular}}[t]{{{_columns(table)}}}"
    yield from _rows(table)
    yield r"\end{tabular}"


def _rows(table: Table, after_head: str = "") -> Iterator[str]:
    yield " & ".join(map(prose, table.columns)) + rf" \\ \hline {after_head}\rule{{0pt}}{{2.6ex}}%"
    for row in table.rows:
        yield " & ".join(_cell(cell) for cell in row) + r" \\"


def _columns(table: Table) -> str:
    """Return how wide the columns are: as wide as their cells, or less if a line is too short."""
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    needed = [
        max([len(title), *map(flat_width, cells)])
        for title, cells in zip(table.columns, columns, strict=True)
    ]
    least = [
        max([len(title), *(_longest_part(cell) for cell in cells)])
        for title, cells in zip(table.columns, columns, strict=True)
    ]
    room = _LINE - _BETWEEN * len(needed)
    while sum(needed) > room and any(n > m for n, m in zip(needed, least, strict=True)):
        widest = max(range(len(needed)), key=lambda n: (needed[n] > least[n], needed[n]))
        needed[widest] -= 1
    scale = max(_LINE, sum(needed) + _BETWEEN * len(needed))
    shares = (f"{(size + 0.9) / scale:.3f}" for size in needed)
    return "".join(
        rf">{{\raggedright\arraybackslash\strut}}p{{{share}\linewidth}}" for share in shares
    )


def _parts(document: Document) -> list[list[Token]]:
    """Return the tokens of a cell, in the parts between which a line may end.

    It may end after a comma, and in a long name after an underscore.
    """
    parts: list[list[Token]] = [[]]
    for item in tokens(document):
        if parts[-1] and parts[-1][-1].text == "," and item.text.isspace():
            parts.append([])
        elif len(item.text) > _LONG_NAME:
            first, *others = re.findall(r"[^_]*_|[^_]+", item.text)
            parts[-1].append(Token(first, item.face))
            parts += [[Token(each, item.face)] for each in others]
        else:
            parts[-1].append(item)
    return parts


def _longest_part(document: Document) -> int:
    return max(sum(len(item.text) for item in part) for part in _parts(document))


def _cell(document: Document) -> str:
    cell = ""
    for part in _parts(document):
        space = " " if part and part[-1].text == "," else r"\allowbreak "
        shown = _sequence(part).strip()
        cell += f"${shown}${space}" if shown else ""
    return cell.removesuffix(r"\allowbreak ")


def _entry(entry: TemplateEntry) -> Iterator[str]:
    lines = [f"${row(line).strip()}$" for line in layout(entry.headline, WIDTH)]
    if entry.rules:
        lines[0] += _label(entry.rules)
    yield r"\par\medskip\noindent " + r"\par\noindent ".join(lines) + r"\par\nopagebreak"
    if entry.text:
        yield prose(entry.text)
    for keyword, clause in entry.clauses:
        before = rf"\misword{{{keyword}}}" if keyword else r"\quad "
        for line in layout(clause, _BESIDE_KEYWORD):
            yield rf"\par\noindent\hangindent=9em {before}${row(line)}${_label(line.rules)}"
            before = r"\misword{}" if keyword else r"\quad "
    yield ""


def _label(rules: Sequence[str]) -> str:
    return rf"\mislabel{{{' '.join(f'[{prose(rule)}]' for rule in rules)}}}" if rules else ""
