"""The directive that renders a module: every section of the template, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.declaration import declare
from modspec.errors import OutsideNotation, SpecificationError
from modspec.module import Declared, Module
from modspec.readings.pages import formulas
from modspec.readings.pages.domain import ROLES, MisDomain, Place
from modspec.readings.pages.scope import elements
from modspec.readings.printing import unicode
from modspec.readings.printing.document import Document
from modspec.readings.printing.template import Block, Entry, Prose, Section, Table, template

HEADLINE_WIDTH = unicode.WIDTH - 4
"""Where headlines are broken: where the terminal breaks them, so that both show the same lines."""

CLAUSE_WIDTH = unicode.WIDTH - 6
"""Likewise for clauses, less the room for the keywords beside them."""

_EVERYWHERE = 1 << 30
"""A width at which nothing is broken but what is not grouped: the items of a cell."""


def all_used(module: Module) -> Iterator[Module]:
    """The module and every one that it uses, directly or not; some perhaps several times."""
    yield module
    for use in module.uses:
        yield from all_used(declare(use.module))


def declared_modules(directive: SphinxDirective, names: list[str]) -> list[Module]:
    """The modules of those Python names; when a file of theirs changes, the page is built anew."""
    modules = []
    for name in names:
        try:
            modules.append(declare(name))
        except (OutsideNotation, SpecificationError) as error:
            raise directive.error(str(error)) from error
        for used in all_used(modules[-1]):
            directive.env.note_dependency(str(used.file))
    return modules


class ModuleDirective(SphinxDirective):
    """``mis:module``: the page of a module, given by its Python name."""

    required_arguments = 1
    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """The sections of the template."""
        (self.module,) = declared_modules(self, [self.arguments[0]])
        self.linked = bool(self.config.mis_rulebook)
        self.env.ref_context["mis:module"] = self.module.name
        sections = [self._section(section) for section in template(self.module)]
        anchor = f"module-{self.module.name}"
        sections[0]["ids"].insert(0, anchor)
        self._note("module", self.module.name, anchor, self.module.title)
        return list(sections)

    def _note(self, role: str, name: str, anchor: str, summary: str) -> None:
        domain = cast("MisDomain", self.env.get_domain("mis"))
        place = Place(self.env.docname, anchor, summary)
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
            case Entry():
                return self._entry(block)

    # -- tables ------------------------------------------------------------------------------------

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

    # -- entries -----------------------------------------------------------------------------------

    def _entry(self, entry: Entry) -> list[nodes.Node]:
        signature = self._signature(entry)
        content = addnodes.desc_content()
        if entry.text:
            content += nodes.paragraph("", entry.text)
        content += self._clauses(entry)
        classes = ["mis", entry.role]
        description = addnodes.desc("", signature, content, domain="mis", objtype=entry.role)
        description["classes"] += classes
        description["desctype"] = entry.role
        if not entry.target:
            return [description]
        return [self._index(entry), description]

    def _signature(self, entry: Entry) -> addnodes.desc_signature:
        full_name = f"{self.module.name}.{entry.name}"
        signature = addnodes.desc_signature("", "", is_multiline=True)
        python_name = self.module.python_name
        headline = list(formulas.lines(entry.headline, HEADLINE_WIDTH, python_name, own=full_name))
        for number, (node, rules) in enumerate(headline):
            labels = entry.rules + rules if number == 0 else rules
            shown = formulas.labels(labels, self.linked)
            row = nodes.inline("", "", node, *shown, classes=["mis-headline"])
            line = addnodes.desc_signature_line("", "", row)
            line["add_permalink"] = entry.target and number == 0
            signature += line
        if entry.target:
            signature["ids"].append(f"{entry.role}-{full_name}")
            signature["_toc_name"] = entry.name
            signature["_toc_parts"] = (self.module.name, entry.name)
            self.state.document.note_explicit_target(signature)
        return signature

    def _index(self, entry: Entry) -> addnodes.index:
        full_name = f"{self.module.name}.{entry.name}"
        anchor = f"{entry.role}-{full_name}"
        self._note(entry.role, full_name, anchor, entry.text)
        if entry.role == "type":
            for element in elements(self._declaration(entry.name)):
                self._note_element(f"{self.module.name}.{element}", anchor, entry)
        text = f"{entry.name} ({ROLES[entry.role]} of {self.module.name})"
        return addnodes.index(entries=[("single", text, anchor, "", None)])

    def _declaration(self, name: str) -> Declared:
        return next(declared for declared in self.module.declarations() if declared.name == name)

    def _note_element(self, name: str, anchor: str, entry: Entry) -> None:
        """An element of an enumeration: the first type that lists it declares it."""
        domain = cast("MisDomain", self.env.get_domain("mis"))
        if ("constant", name) not in domain.places:
            self._note("constant", name, anchor, f"An element of {entry.name}. {entry.text}")

    def _clauses(self, entry: Entry) -> list[nodes.Node]:
        """The clauses without a keyword as they stand, those with one in a list."""
        column = max((len(keyword) + 2 for keyword, _ in entry.clauses if keyword), default=0)
        result: list[nodes.Node] = []
        keyed = nodes.definition_list(classes=["mis-clauses"])
        for keyword, document in entry.clauses:
            width = CLAUSE_WIDTH - column if keyword else CLAUSE_WIDTH
            shown = formulas.block(document, width, self.module.python_name, self.linked)
            if keyword:
                term = nodes.term("", keyword)
                keyed += nodes.definition_list_item("", term, nodes.definition("", shown))
            else:
                result.append(shown)
        return [*result, keyed] if len(keyed) else result
