"""The directives that render the rulebook: ``mis:sources`` and ``mis:rules``."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.sphinx import formulas
from modspec.sphinx.domain import DocumentPlace, MisDomain
from modspec.sphinx.scope import Reference, role_of
from modspec.sphinx.sources import declared_modules
from modspec.syntax.module import Kind, Module, StateDeclaration
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rule, Rulebook, Source


class Stated(NamedTuple):
    """Where the modules of the site state a rule."""

    clauses: tuple[Reference, ...]
    theorems: tuple[Reference, ...]


class RulebookDirective(SphinxDirective):
    """What the directives about rules have in common."""

    has_content: ClassVar[bool] = False

    def rulebook(self) -> Rulebook:
        """The rulebook that the setting ``mis_rulebook`` names."""
        setting: str = self.config.mis_rulebook
        module_name, _, name = setting.partition(":")
        try:
            module = importlib.import_module(module_name)
            book = getattr(module, name)
        except (ImportError, AttributeError, ValueError) as error:
            message = f"mis_rulebook is {setting!r} ({error}); name a rulebook, package.module:NAME"
            raise self.error(message) from error
        if not isinstance(book, Rulebook):
            raise self.error(
                f"mis_rulebook is {setting!r}, which is no modspec.syntax.rulebook.Rulebook"
            )
        if module.__file__:
            self.env.note_dependency(module.__file__)
        return book

    def statements(self) -> dict[str, Stated]:
        """Where the modules that ``mis_modules`` lists state each rule."""
        found: dict[str, Stated] = {}
        for module in declared_modules(self, list(self.config.mis_modules)):
            is_theory = module.python_name in self.config.mis_theorems
            for rule, references in _citations(module).items():
                before = found.get(rule, Stated((), ()))
                if is_theory:
                    theorems = tuple(each for each in references if each.role == "routine")
                    found[rule] = before._replace(theorems=before.theorems + theorems)
                else:
                    found[rule] = before._replace(clauses=before.clauses + references)
        return found

    def note(self, role: str, name: str, summary: str) -> str:
        """Declare an object of the domain on this page; its anchor."""
        anchor = f"{role}-{name}"
        domain = cast("MisDomain", self.env.get_domain("mis"))
        domain.note(
            role, name, DocumentPlace(self.env.docname, anchor, summary), self.get_location()
        )
        return anchor

    def description(self, role: str, name: str, *content: nodes.Node) -> addnodes.desc:
        """An entry under the name of a rule or source, to which references lead."""
        title = nodes.inline("", name, classes=["mis-id"])
        signature = addnodes.desc_signature("", "", title, ids=[f"{role}-{name}"])
        signature["_toc_name"], signature["_toc_parts"] = name, (name,)
        body = addnodes.desc_content("", *content)
        result = addnodes.desc("", signature, body, domain="mis", objtype=role, desctype=role)
        result["classes"] += ["mis", role]
        self.state.document.note_explicit_target(signature)
        return result


def _citations(module: Module) -> dict[str, tuple[Reference, ...]]:
    """The declarations of a module that state each rule; a state stands under the module's name."""
    citations: dict[str, tuple[Reference, ...]] = {}
    for rule, places in rules_cited(module).items():
        references = []
        for declared, _ in places:
            if isinstance(declared, StateDeclaration) and module.kind is Kind.ABSTRACT_OBJECT:
                references.append(Reference("module", module.name))
            else:
                references.append(Reference(role_of(declared), f"{module.name}.{declared.name}"))
        citations[rule] = tuple(dict.fromkeys(references))
    return citations


def links(references: Iterable[Reference]) -> list[nodes.Node]:
    """A link to each declaration."""
    return [formulas.link(role, name, breakable(name)) for role, name in references]


def breakable(name: str) -> nodes.literal:
    """A name set as code, which a browser may break between its words."""
    first, *rest = re.split(r"(?<=[_.:/])(?=[a-zA-Z])", name)
    parts: list[nodes.Node] = [nodes.Text(first)]
    for part in rest:
        parts += [nodes.raw("", "<wbr>", format="html"), nodes.Text(part)]
    return nodes.literal("", "", *parts)


def _enumerated(content: list[nodes.Node], separator: str) -> list[nodes.Node]:
    """The nodes with a separator between."""
    parts = [part for node in content for part in (nodes.Text(separator), node)]
    return parts[1:]


def exemption(rule: Rule) -> str:
    """Why no clause states a rule, or nothing."""
    return f"Not specified: {rule.scope}" if rule.scope else ""


class SourcesDirective(RulebookDirective):
    """``mis:sources``: the documents that the rules come from."""

    def run(self) -> list[nodes.Node]:
        """An entry for each source."""
        return [self._source(source) for source in self.rulebook().sources]

    def _source(self, source: Source) -> nodes.Node:
        self.note("source", source.id, source.title)
        by = f", by {source.author}" if source.author else ""
        title = nodes.paragraph("", "", nodes.emphasis("", source.title), nodes.Text(f"{by}."))
        return self.description("source", source.id, title, nodes.paragraph("", source.note))


class RulesDirective(RulebookDirective):
    """``mis:rules``: every rule, in words, with its sources and with what states it."""

    def run(self) -> list[nodes.Node]:
        """An entry for each rule."""
        book, stated = self.rulebook(), self.statements()
        result: list[nodes.Node] = []
        for rule in book:
            anchor = self.note("rule", rule.id, rule.text)
            result.append(
                addnodes.index(entries=[("single", f"{rule.id} (rule)", anchor, "", None)])
            )
            result.append(self._rule(rule, stated.get(rule.id, Stated((), ()))))
        return result

    def _rule(self, rule: Rule, stated: Stated) -> nodes.Node:
        fields = nodes.field_list()
        fields += _field("Sources", self._citations(rule))
        if stated.clauses:
            fields += _field("Stated by", _enumerated(links(stated.clauses), ", "))
        if stated.theorems:
            fields += _field("Theorems", _enumerated(links(stated.theorems), ", "))
        if exemption(rule):
            fields += _field("Clauses", [nodes.Text(exemption(rule))])
        return self.description("rule", rule.id, nodes.paragraph("", rule.text), fields)

    def _citations(self, rule: Rule) -> list[nodes.Node]:
        citations: list[nodes.Node] = []
        for source, place in ((each.source, each.place) for each in rule.sources):
            link = formulas.link("source", source, nodes.inline("", source))
            citations.append(nodes.inline("", "", link, nodes.Text(f": {place}" if place else "")))
        return _enumerated(citations, "; ")


def _field(name: str, content: list[nodes.Node]) -> nodes.field:
    body = nodes.field_body("", nodes.paragraph("", "", *content))
    return nodes.field("", nodes.field_name("", name), body)
