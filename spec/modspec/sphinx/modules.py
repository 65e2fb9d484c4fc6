"""The directive that renders a module: every section of the template, in its order."""

from __future__ import annotations

from typing import ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.print.document import Document
from modspec.print.template import Block, Prose, Section, Table, TemplateEntry, template
from modspec.sphinx import formulas
from modspec.sphinx.domain import ROLES, DocumentPlace, MisDomain
from modspec.sphinx.entries import Entries
from modspec.sphinx.scope import elements
from modspec.sphinx.sources import declared_modules
from modspec.syntax.module import Declared

_EVERYWHERE = 1 << 30
"""A width at which nothing is broken but what is not grouped: the items of a cell."""


class ModuleDirective(SphinxDirective):
    """``mis:module``: the page of a module, given by its Python name."""

    required_arguments = 1
    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """The sections of the template."""
        (self.module,) = declared_modules(self, [self.arguments[0]])
        self.entries = Entries(self.module, linked=bool(self.config.mis_rulebook))
        self.env.ref_context["mis:module"] = self.module.name
        sections = [self._section(section) for section in template(self.module)]
        anchor = f"module-{self.module.name}"
        sections[0]["ids"].insert(0, anchor)
        self._note("module", self.module.name, anchor, self.module.title)
        return list(sections)

    def _note(self, role: str, name: str, anchor: str, summary: str) -> None:
        domain = cast("MisDomain", self.env.get_domain("mis"))
        place = DocumentPlace(self.env.docname, anchor, summary)
        domain.note(role, name, place, location=self.get_location())

    def _section(self, section: Section) -> nodes.section:
        name = f"{self.module.name} {section.title}"
        result = nodes.section(ids=[nodes.make_id(name)], classes=["mis-section"])
        result += nodes.title("", section.title)
        for block in section.blocks:
            result += self._block(block)
        for part in section.parts:
            result += self._section(part)
        return result

    def _block(self, block: Block) -> list[nodes.Node]:
        match block:
            case Prose(text):
                paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
                return [nodes.paragraph("", paragraph) for paragraph in paragraphs]
            case Table():
                return [self._table(block)]
            case TemplateEntry():
                return self._entry(block)

    def _table(self, table: Table) -> nodes.table:
        group = nodes.tgroup(cols=len(table.columns))
        group += [nodes.colspec(colwidth=1) for _ in table.columns]
        titles = (nodes.entry("", nodes.paragraph("", title)) for title in table.columns)
        group += nodes.thead("", nodes.row("", *titles))
        rows = (nodes.row("", *map(self._cell, row)) for row in table.rows)
        group += nodes.tbody("", *rows)
        return nodes.table("", group, classes=["mis-table"])

    def _cell(self, cell: Document) -> nodes.entry:
        """The items of the cell one after another: a browser may break the line between them."""
        paragraph = nodes.paragraph()
        items = formulas.lines(cell, _EVERYWHERE, self.module.python_name, anything=True)
        for node, _ in items:
            if node.astext():
                paragraph += [nodes.Text(" ")] if len(paragraph) else []
                paragraph += node
        return nodes.entry("", paragraph)

    def _entry(self, entry: TemplateEntry) -> list[nodes.Node]:
        description = self.entries.description(entry, entry.target)
        if not entry.target:
            return [description]
        (signature,) = description.findall(addnodes.desc_signature)
        self.state.document.note_explicit_target(signature)
        self._note_entry(entry)
        text = f"{entry.name} ({ROLES[entry.role]} of {self.module.name})"
        place = ("single", text, self.entries.anchor(entry), "", None)
        return [addnodes.index(entries=[place]), description]

    def _note_entry(self, entry: TemplateEntry) -> None:
        """Declare the entry, and the elements of an enumeration unless one before did."""
        anchor = self.entries.anchor(entry)
        self._note(entry.role, self.entries.full_name(entry), anchor, entry.text)
        if entry.role != "type":
            return
        domain = cast("MisDomain", self.env.get_domain("mis"))
        for element in elements(self._declaration(entry.name)):
            name = f"{self.module.name}.{element}"
            if ("constant", name) not in domain.places:
                self._note("constant", name, anchor, f"An element of {entry.name}. {entry.text}")

    def _declaration(self, name: str) -> Declared:
        return next(each for each in self.module.declarations() if each.name == name)
