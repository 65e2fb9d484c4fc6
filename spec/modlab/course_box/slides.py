"""Slides: a module and all that it uses, to be shown in a lecture.

Every slide is made from the specification: the modules as a picture, syntax and semantics in the
template's sections, a session of calls with the states as pictures, and what is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from modlab import svg_figures
from modlab.calls import to_text
from modlab.course import Course
from modlab.course_box.handout import with_used
from modlab.course_box.rendering import render
from modlab.notation import Notation
from modlab.session import Session
from modlab.svg_figures import latex_figure
from modlab.telling_calls import telling_sequences
from modlab.typesetting import is_installed, typeset
from modspec import Module, declare
from modspec.print import latex
from modspec.print.template import NONE, Block, Section, Table, template
from modspec.print.uses import uses_relation, uses_svg
from modspec.run.machine import Call

NAME: Final = "slides"
"""The name of the files, without their endings."""

_USES_SCALE: Final = 0.9
_STATE_SCALE: Final = 0.36
"""Big points for a pixel of a picture: three boards are side by side."""

_ROWS: Final = 12
"""The rows of a table for which a slide has room."""

_PARTS: Final = {
    "Exported Constants": "syntax",
    "Exported Types": "syntax",
    "Exported Exceptions": "syntax",
    "Exported Access Programs": "syntax",
    "State Variables": "state",
    "State Invariant": "state",
    "Environment Variables": "state",
    "Assumptions": "state",
    "Access Routine Semantics": "what calls come to",
    "Local Constants": "local definitions",
    "Local Types": "local definitions",
    "Local Functions": "local definitions",
}
"""The heading under which slides have a section of the template."""


@dataclass(frozen=True)
class Slide:
    """A heading, and LaTeX that may go on to further pages under the same heading."""

    heading: str
    blocks: tuple[str, ...]
    """What is kept together on a page."""


def slides(course: Course, module: Module, title: str) -> dict[str, bytes]:
    """Return the files of the slides, by name; with a PDF where LaTeX is installed.

    Raises TypesettingError if LaTeX does not take the document.
    """
    modules = with_used(module)
    shown = [
        *_uses_slides(modules),
        *(slide for one in modules for slide in _module_slides(one)),
        *_session_slides(course, module),
        *_proof_slides(course, module),
    ]
    text = render(
        "slides.tex.jinja",
        title=title,
        module=module,
        variant=course.variant,
        slides=shown,
        prose=latex.prose,
        packages=[*latex.PACKAGES, *svg_figures.PACKAGES],
    )
    files = {f"{NAME}.tex": text.encode()}
    if is_installed():
        files[f"{NAME}.pdf"] = typeset(text.encode())
    return files


def _uses_slides(modules: Sequence[Module]) -> Iterator[Slide]:
    if len(modules) > 1:
        picture = latex_figure(uses_svg(uses_relation(modules)), _USES_SCALE, latex.prose)
        yield Slide("The modules, and which uses which", (_centre(picture), *map(_line, modules)))


def _line(module: Module) -> str:
    return rf"{latex.prose(module.title)}\par"


def _centre(text: str) -> str:
    return f"\\begin{{center}}\n{text}\n\\end{{center}}"


def _module_slides(module: Module) -> Iterator[Slide]:
    """Yield the slides of the sections that say something, each part under its title."""
    found = [
        (_PARTS[section.title], section)
        for section in _sections(template(module))
        if section.title in _PARTS and section.blocks != (NONE,)
    ]
    for heading, group in groupby(found, key=itemgetter(0)):
        sections = [section for _, section in group]
        blocks = (block for section in sections for block in _blocks(section, len(sections) > 1))
        yield Slide(f"{module.name}: {heading}", tuple(blocks))


def _blocks(section: Section, has_title: bool) -> Iterator[str]:
    """Yield what is kept together on a page; a title stays with what follows it."""
    title = rf"\parttitle{{{latex.prose(section.title)}}}" if has_title else ""
    for block in chain.from_iterable(map(_portions, section.blocks)):
        lines = latex.table_lines(block) if isinstance(block, Table) else latex.block_lines(block)
        yield _keep_together("\n".join([title, *lines]))
        title = ""


def _portions(block: Block) -> Iterator[Block]:
    """Yield a table in portions that a slide has room for, and another block as it is."""
    if isinstance(block, Table):
        for start in range(0, len(block.rows), _ROWS):
            yield Table(block.columns, block.rows[start : start + _ROWS])
    else:
        yield block


def _keep_together(text: str) -> str:
    return f"\\begin{{kept}}\n{text}\n\\end{{kept}}"


def _sections(sections: Sequence[Section]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _sections(section.parts)


# -- calls, and what they come to ------------------------------------------------------------------


def _session_slides(course: Course, module: Module) -> Iterator[Slide]:
    session, blocks, previous = Session(Notation(module)), list[str](), list[Call]()
    for call in course.example(module) or _telling_calls(module):
        lines = [*session.make(call)]
        previous.append(call)
        picture = course.picture(session.state, previous) if session.state else ""
        figure = latex_figure(picture, _STATE_SCALE, latex.prose) if picture else ""
        said = [line for line in lines if not picture or line.startswith("raises")]
        blocks.append(_frame(to_text(call), figure, said))
    if blocks:
        yield Slide("Some calls, and what they come to", tuple(blocks))


def _telling_calls(module: Module) -> Sequence[Call]:
    return next((found.calls for found in telling_sequences(module)), ())


def _frame(call: str, figure: str, lines: Sequence[str]) -> str:
    """Return a call with what it comes to: beside other frames if it is a picture, else a row."""
    shown = r"\\".join(latex.prose(line) for line in lines)
    name = rf"\textsf{{{latex.prose(call)}}}"
    if figure:
        return rf"\callframe{{{name}\\[1mm]{figure}\\[1mm]{shown}}}%"
    return rf"\callrow{{{name}}}{{{shown}}}"


# -- proofs ----------------------------------------------------------------------------------------


def _proof_slides(course: Course, module: Module) -> Iterator[Slide]:
    for name in course.theorems:
        theorems = declare(name)
        (section,) = (
            each
            for each in _sections(template(theorems))
            if each.title == "Access Routine Semantics"
        )
        blocks = [*_blocks(section, has_title=False)]
        variant = f" --variant {course.variant.name}" if course.variant else ""
        command = f"{course.name} theorems{variant} --only '{theorems.name}.*'"
        question = "Which of these hold? Where one does not, this draws a state in which it fails:"
        blocks.append(rf"\medskip {question} \texttt{{{latex.prose(command)}}}")
        yield Slide("What the rules imply", tuple(blocks))
    if not course.theorems and (rows := [*_claims(module)]):
        yield Slide("What is proved", tuple(rows))


def _claims(module: Module) -> Iterator[str]:
    """Yield what came of each claim of the module; nothing if no solver is installed."""
    try:
        from modspec.prove.module_claims import ModuleProver, module_claims
    except ModuleNotFoundError:
        return
    prover = ModuleProver(module)
    limits: dict[str, None] = {}
    for result in map(prover.result, module_claims(module)):
        standing = result.standing.value + (f": {result.over}" if result.over else "")
        yield rf"\callrow{{{latex.prose(result.claim.text)}}}{{{latex.prose(standing)}}}"
        if result.standing.value == "proved" and result.note:
            limits[result.note] = None
    if limits:
        yield rf"\medskip {latex.prose('All values where ' + '; '.join(limits))}."
