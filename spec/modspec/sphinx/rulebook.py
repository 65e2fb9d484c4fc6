"""The directives that render the rulebook: ``mis:sources`` and ``mis:rules``."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.sphinx.domain import note
from modspec.sphinx.markup import link, links
from modspec.sphinx.scope import Reference, declared_modules, role_of
from modspec.syntax.module import Kind, Module, StateDeclaration
from modspec.syntax.relations import rules_cited
from modspec.syntax.rulebook import Rule, Rulebook, Source


class Stated(NamedTuple):
    """The declarations of the site's modules that state a rule."""

    clauses: tuple[Reference, ...] = ()
    theorems: tuple[Reference, ...] = ()


class RulebookDirective(SphinxDirective):
    """The base of the directives about rules."""

    has_content: ClassVar[bool] = False

    def rulebook(self) -> Rulebook:
        """Return the rulebook that the setting ``mis_rulebook`` names."""
        setting: str = self.config.mis_rulebook
        module_name, _, name = setting.partition(":")
        try:
            module = importlib.import_module(module_name)
            book = getattr(module, name)
        except (ImportError, AttributeError, ValueError) as error:
            message = f"mis_rulebook is {setting!r} ({error}); name a rulebook, package.module:NAME"
            raise self.error(message) from error
        if not isinstance(book, Rulebook):
            message = f"mis_rulebook is {setting!r}, which is no modspec.syntax.rulebook.Rulebook"
            raise self.error(message)
        if module.__file__:
            self.env.note_dependency(module.__file__)
        return book

    def statements(self) -> dict[str, Stated]:
        """Return where the modules of ``mis_modules`` state each rule."""
        found: dict[str, Stated] = {}
        for module in declared_modules(self, list(self.config.mis_modules)):
            for rule, references in _citations(module).items():
                clauses, theorems = found.get(rule, Stated())
                if module.python_name in self.config.mis_theorems:
                    theorems += tuple(each for each in references if each.role == "routine")
                else:
                    clauses += references
                found[rule] = Stated(clauses, theorems)
        return found

    def description(self, role: str, name: str, *content: nodes.Node) -> addnodes.desc:
        """Return an entry under the name of a rule or source, to which references lead."""
        title = nodes.inline("", name, classes=["mis-id"])
        signature = addnodes.desc_signature("", "", title, ids=[f"{role}-{name}"])
        signature["_toc_name"], signature["_toc_parts"] = name, (name,)
        body = addnodes.desc_content("", *content)
        result = addnodes.desc("", signature, body, domain="mis", objtype=role, desctype=role)
        result["classes"] += ["mis", role]
        self.state.document.note_explicit_target(signature)
        return result


def _citations(module: Module) -> dict[str, tuple[Reference, ...]]:
    """Return the declarations that state each rule; an object's state has the module's name."""
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


def exemption(rule: Rule) -> str:
    """Return why no clause states a rule, or an empty text."""
    return f"Not specified: {rule.scope}" if rule.scope else ""


class SourcesDirective(RulebookDirective):
    """``mis:sources``: the documents that the rules come from."""

    def run(self) -> list[nodes.Node]:
        """Return an entry for each source."""
        return [self._source(source) for source in self.rulebook().sources]

    def _source(self, source: Source) -> nodes.Node:
        note(self, "source", source.id, f"source-{source.id}", source.title)
        by = f", by {source.author}" if source.author else ""
        title = nodes.paragraph("", "", nodes.emphasis("", source.title), nodes.Text(f"{by}."))
        return self.description("source", source.id, title, nodes.paragraph("", source.note))


class RulesDirective(RulebookDirective):
    """``mis:rules``: every rule, in words, with its sources and the clauses that state it."""

    def run(self) -> list[nodes.Node]:
        """Return an entry for each rule."""
        book, statements = self.rulebook(), self.statements()
        result: list[nodes.Node] = []
        for rule in book:
            anchor = f"rule-{rule.id}"
            note(self, "rule", rule.id, anchor, rule.text)
            place = ("single", f"{rule.id} (rule)", anchor, "", None)
            result.append(addnodes.index(entries=[place]))
            result.append(self._rule(rule, statements.get(rule.id, Stated())))
        return result

    def _rule(self, rule: Rule, stated: Stated) -> nodes.Node:
        fields = nodes.field_list()
        fields += _field("Sources", _joined_sources(rule))
        if stated.clauses:
            fields += _field("Stated by", _join(links(stated.clauses), ", "))
        if stated.theorems:
            fields += _field("Theorems", _join(links(stated.theorems), ", "))
        if exemption(rule):
            fields += _field("Clauses", [nodes.Text(exemption(rule))])
        return self.description("rule", rule.id, nodes.paragraph("", rule.text), fields)


def _joined_sources(rule: Rule) -> list[nodes.Node]:
    citations: list[nodes.Node] = []
    for each in rule.sources:
        source = link("source", each.source, nodes.inline("", each.source))
        place = nodes.Text(f": {each.place}" if each.place else "")
        citations.append(nodes.inline("", "", source, place))
    return _join(citations, "; ")


def _join(content: Iterable[nodes.Node], separator: str) -> list[nodes.Node]:
    """Return the nodes with a separator between them."""
    return [part for node in content for part in (nodes.Text(separator), node)][1:]


def _field(name: str, content: list[nodes.Node]) -> nodes.field:
    body = nodes.field_body("", nodes.paragraph("", "", *content))
    return nodes.field("", nodes.field_name("", name), body)
