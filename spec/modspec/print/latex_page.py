"""The page of a module as LaTeX, to be put into a document that uses amsmath."""

from __future__ import annotations

from collections.abc import Iterator

from modspec.print import latex
from modspec.print.document import Document
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.syntax.module import Module

_LEVELS = ("section*", "subsection*", "paragraph*")
_SPECIAL = {"\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_"}


def page(module: Module) -> str:
    """The whole module interface specification, in the sections of the template."""
    lines = [f"% {module.python_name}, printed by modspec; needs amsmath and amssymb"]
    for section in template(module):
        lines += _section(section, 0)
    return "\n".join(lines).rstrip() + "\n"


def _prose(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _section(section: Section, depth: int) -> Iterator[str]:
    yield f"\\{_LEVELS[min(depth, 2)]}{{{_prose(section.title)}}}"
    for block in section.blocks:
        yield from _block(block)
    yield ""
    for part in section.parts:
        yield from _section(part, depth + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Prose(text):
            yield _prose(text)
        case Table(columns, rows):
            yield r"\begin{tabular}{" + "l" * len(columns) + "}"
            yield " & ".join(map(_prose, columns)) + r" \\ \hline"
            for row in rows:
                yield " & ".join(_inline(cell) for cell in row) + r" \\"
            yield r"\end{tabular}"
        case TemplateEntry():
            yield from _entry(block)


def _inline(document: Document) -> str:
    content = latex.inline(document)
    return f"${content}$" if content else ""


def _entry(entry: TemplateEntry) -> Iterator[str]:
    rules = r"\hfill " + " ".join(f"[{rule}]" for rule in entry.rules) if entry.rules else ""
    yield r"\medskip\noindent " + _inline(entry.headline) + rules
    if entry.text:
        yield r"\\ " + _prose(entry.text)
    for keyword, document in entry.clauses:
        if keyword:
            yield rf"\par\noindent\textit{{{keyword}}}"
        yield r"\[" + latex.block(document) + r"\]"
    yield ""
