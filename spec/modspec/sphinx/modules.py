"""The directives that show a module: its whole page, or some functions beside their Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.print import terminal
from modspec.print.document import Document
from modspec.print.formula import formula
from modspec.print.template import (
    Block,
    Prose,
    Section,
    Table,
    TemplateEntry,
    local_function,
    routine,
    template,
)
from modspec.print.terminal import inline
from modspec.sphinx import formulas
from modspec.sphinx.domain import ROLES, domain_of, note
from modspec.sphinx.markup import labels, row, table, verifications
from modspec.sphinx.scope import declared_modules, elements
from modspec.syntax.expressions import Span
from modspec.syntax.module import Function, Module

_HEADLINE_WIDTH = terminal.WIDTH - 4
"""The width of headlines: as in the terminal, so that both break the lines at the same places."""

_CLAUSE_WIDTH = terminal.WIDTH - 6
"""The width of clauses, together with their keywords."""

_BESIDE_WIDTH = 38
"""The width of formulas that stand beside their Python."""

_UNLIMITED = 1 << 30
"""A width at which only the items of a cell are on lines of their own."""


# -- the entries of a page -------------------------------------------------------------------------


@dataclass(frozen=True)
class Entries:
    """Turns the entries of a module's template into nodes."""

    module: Module
    linked: bool
    """Whether labels are links: whether there is a rulebook."""

    def full_name(self, entry: TemplateEntry) -> str:
        """Return the name by which documents refer to the declaration of an entry."""
        return f"{self.module.name}.{entry.name}"

    def anchor(self, entry: TemplateEntry) -> str:
        """Return the id to which references lead."""
        return f"{entry.role}-{self.full_name(entry)}"

    def description(self, entry: TemplateEntry, target: bool) -> addnodes.desc:
        """Return the headline, the sentence and the clauses; references lead to a target."""
        content = addnodes.desc_content()
        if entry.text:
            content += nodes.paragraph("", entry.text)
        content += self.clauses(entry)
        signature = self._signature(entry, target)
        result = addnodes.desc("", signature, content, domain="mis", objtype=entry.role)
        result["classes"] += ["mis", entry.role]
        result["desctype"] = entry.role
        return result

    def _signature(self, entry: TemplateEntry, target: bool) -> addnodes.desc_signature:
        signature = addnodes.desc_signature("", "", is_multiline=True)
        own, python_name = self.full_name(entry), self.module.python_name
        headline = formulas.lines(entry.headline, _HEADLINE_WIDTH, python_name, own=own)
        for number, (node, rules) in enumerate(headline):
            rules = entry.rules + rules if number == 0 else rules
            content = nodes.inline(
                "", "", node, *labels(rules, self.linked), classes=["mis-headline"]
            )
            line = addnodes.desc_signature_line("", "", content)
            line["add_permalink"] = target and number == 0
            signature += line
        if target:
            signature["ids"].append(self.anchor(entry))
            signature["_toc_name"] = entry.name
            signature["_toc_parts"] = (self.module.name, entry.name)
        return signature

    def clauses(self, entry: TemplateEntry) -> list[nodes.Node]:
        """Return the clauses: those without a keyword as they stand, the others in a list."""
        column = max((len(keyword) + 2 for keyword, _ in entry.clauses if keyword), default=0)
        result: list[nodes.Node] = []
        keyed = nodes.definition_list(classes=["mis-clauses"])
        for keyword, document in entry.clauses:
            width = _CLAUSE_WIDTH - column if keyword else _CLAUSE_WIDTH
            clause = formulas.block(document, width, self.module.python_name, self.linked)
            if keyword:
                term = nodes.term("", keyword)
                keyed += nodes.definition_list_item("", term, nodes.definition("", clause))
            else:
                result.append(clause)
        return [*result, keyed] if len(keyed) else result


# -- the page of a module --------------------------------------------------------------------------


class ModuleDirective(SphinxDirective):
    """``mis:module``: the page of a module, given by its Python name."""

    required_arguments = 1
    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Return the sections of the template."""
        (self.module,) = declared_modules(self, [self.arguments[0]])
        self.entries = Entries(self.module, linked=bool(self.config.mis_rulebook))
        self.env.ref_context["mis:module"] = self.module.name
        sections = [self._section(section) for section in template(self.module)]
        anchor = f"module-{self.module.name}"
        sections[0]["ids"].insert(0, anchor)
        note(self, "module", self.module.name, anchor, self.module.title)
        return list(sections)

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
        """Return the nodes of a block; a table without the columns in which nothing stands."""
        match block:
            case Prose(text):
                paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
                return [nodes.paragraph("", paragraph) for paragraph in paragraphs]
            case Table(columns, rows):
                texts = [[inline(cell) for cell in each] for each in rows]
                used = [n for n in range(len(columns)) if any(each[n] for each in texts)]
                widths = {
                    columns[n]: 2 + max(len(each[n]) for each in (columns, *texts)) for n in used
                }
                cells = (row(*([self._cell(each[n])] for n in used)) for each in rows)
                return [table(widths, cells)]
            case TemplateEntry():
                return self._entry(block)

    def _cell(self, cell: Document) -> nodes.paragraph:
        """Return the items of a cell, between which a browser may break the line."""
        paragraph = nodes.paragraph()
        items = formulas.lines(cell, _UNLIMITED, self.module.python_name, anything=True)
        for node, _ in items:
            if node.astext():
                paragraph += [nodes.Text(" ")] if len(paragraph) else []
                paragraph += node
        return paragraph

    def _entry(self, entry: TemplateEntry) -> list[nodes.Node]:
        description = self.entries.description(entry, entry.target)
        if not entry.target:
            return [description]
        (signature,) = description.findall(addnodes.desc_signature)
        self.state.document.note_explicit_target(signature)
        self._note(entry)
        text = f"{entry.name} ({ROLES[entry.role]} of {self.module.name})"
        place = ("single", text, self.entries.anchor(entry), "", None)
        (content,) = description.findall(addnodes.desc_content)
        if verified := verifications(self.env, self.entries.full_name(entry)):
            content += nodes.paragraph("", "", *verified[1:], classes=["mis-verified"])
        return [addnodes.index(entries=[place]), description]

    def _note(self, entry: TemplateEntry) -> None:
        """Declare the entry, and the elements of an enumeration that are not declared yet."""
        anchor = self.entries.anchor(entry)
        note(self, entry.role, self.entries.full_name(entry), anchor, entry.text)
        if entry.role != "type":
            return
        declaration = next(d for d in self.module.declarations() if d.name == entry.name)
        for element in elements(declaration):
            name = f"{self.module.name}.{element}"
            if ("constant", name) not in domain_of(self.env).places:
                summary = f"An element of {entry.name}. {entry.text}"
                note(self, "constant", name, anchor, summary)


# -- functions as Python and as mathematics --------------------------------------------------------


class _TwiceDirective(SphinxDirective):
    """A directive that takes the Python name of a module and the names of some functions.

    References lead to the page of the module and not to this excerpt.
    """

    required_arguments = 2
    final_argument_whitespace = True
    has_content: ClassVar[bool] = False

    def functions(self) -> tuple[Module, list[Function]]:
        """Return the module and the functions that the arguments name."""
        (module,) = declared_modules(self, [self.arguments[0]])
        names = self.arguments[1].split()
        known = {function.name for function in module.functions}
        for name in names:
            if name not in known:
                raise self.error(f"{module.python_name} has no function {name!r}")
        return module, [module[name] for name in names]


class ExcerptDirective(_TwiceDirective):
    """``mis:excerpt``: whole functions, each as Python and below as it is printed."""

    def run(self) -> list[nodes.Node]:
        """Return a container for each function."""
        module, functions = self.functions()
        entries = Entries(module, linked=bool(self.config.mis_rulebook))
        result: list[nodes.Node] = []
        for function in functions:
            entry = routine(function) if function.exported else local_function(function)
            both = (_python(module, function.at), entries.description(entry, target=False))
            result.append(nodes.container("", *both, classes=["mis-excerpt"]))
        return result


class ExpressionsDirective(_TwiceDirective):
    """``mis:expressions``: the outputs of some functions, as Python beside how it is printed."""

    def run(self) -> list[nodes.Node]:
        """Return a list with the docstring, the expression and the formula of each function."""
        module, functions = self.functions()
        result = nodes.definition_list(classes=["mis-expressions"])
        for function in functions:
            if function.output is None:
                raise self.error(f"{function.name} has no output")
            value = function.output.value
            printed = formulas.block(
                formula(value), _BESIDE_WIDTH, module.python_name, linked=False
            )
            both = nodes.definition("", _python(module, value.at), printed)
            result += nodes.definition_list_item("", nodes.term("", function.text), both)
        return [result]


def _python(module: Module, at: Span) -> nodes.literal_block:
    """Return a part of the module's source, moved to the left margin."""
    lines = module.source.splitlines()[at.line - 1 : at.end_line]
    lines[-1] = lines[-1][: at.end_column]
    code = "\n".join(
        line[at.column :] if not line[: at.column].strip() or number == 0 else line.lstrip()
        for number, line in enumerate(lines)
    )
    return nodes.literal_block(code, code, language="python")
