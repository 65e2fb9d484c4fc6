"""The directives that render the rulebook: ``mis:sources`` and ``mis:rules``.

``mis:rules`` makes a card for each rule: its sources, the formulas that state it, the theorems,
tests and specimens that bear its name, and how the formulas and theorems were verified.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from modspec.print.document import Document, Face, Nest, text
from modspec.print.formula import body, exception_clause, formula
from modspec.print.template import Section, TemplateEntry, template
from modspec.sphinx import formulas
from modspec.sphinx.domain import note
from modspec.sphinx.marks import RuleMark, rule_marks
from modspec.sphinx.markup import breakable, link, mark_link, verifications
from modspec.sphinx.scope import Reference, declared_modules, role_of
from modspec.syntax.expressions import Expression, Node
from modspec.syntax.expressions import children as parts
from modspec.syntax.module import (
    Assignment,
    Clause,
    Declared,
    Definition,
    ExceptionClause,
    Function,
    Kind,
    Module,
    StateDeclaration,
)
from modspec.syntax.relations import reachable, rules_cited
from modspec.syntax.rulebook import Rule, Rulebook, Source

_WIDTH = 66
"""The width of the formulas on a card."""


class Statement(NamedTuple):
    """A declaration that states a rule."""

    reference: Reference
    """The declaration; of an abstract object's state, the module."""

    module: Module
    formulas: tuple[Document, ...]
    """What a label with the id of the rule stands beside; empty if beside no formula."""

    claims: tuple[str, ...]
    """The full names of the access programs whose verification covers the declaration."""


class Stated(NamedTuple):
    """The declarations of the site's modules that state a rule."""

    clauses: tuple[Statement, ...] = ()
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
            for rule, statements in _citations(module).items():
                clauses, theorems = found.get(rule, Stated())
                if module.python_name in self.config.mis_theorems:
                    references = (each.reference for each in statements)
                    theorems += tuple(each for each in references if each.role == "routine")
                else:
                    clauses += statements
                found[rule] = Stated(clauses, theorems)
        return found

    def marks(self) -> dict[str, list[RuleMark]]:
        """Return the tests and specimens in the folder ``mis_tests`` that name each rule.

        A mark that names a rule outside the rulebook is an error.
        """
        if not self.config.mis_tests:
            return {}
        folder = Path(self.env.srcdir) / self.config.mis_tests
        if not folder.is_dir():
            raise self.error(f"mis_tests is {self.config.mis_tests!r}, which is no folder")
        book, found = self.rulebook(), dict[str, list[RuleMark]]()
        for mark in rule_marks(folder):
            if mark.rule not in book:
                raise self.error(f"{mark.file}::{mark.name}: no rule has the id {mark.rule!r}")
            found.setdefault(mark.rule, []).append(mark)
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


def _citations(module: Module) -> dict[str, tuple[Statement, ...]]:
    """Return the declarations that state each rule; an object's state has the module's name."""
    headlines: dict[Reference, Document] = {
        Reference(each.role, f"{module.name}.{each.name}"): each.headline
        for each in _entries(template(module))
    }
    citations: dict[str, tuple[Statement, ...]] = {}
    for rule, places in rules_cited(module).items():
        statements: dict[Reference, Statement] = {}
        for declared in dict.fromkeys(declared for declared, _ in places):
            reference = Reference(role_of(declared), f"{module.name}.{declared.name}")
            shown = tuple(_labelled_formulas(declared, rule))
            if isinstance(declared, StateDeclaration) and module.kind is Kind.ABSTRACT_OBJECT:
                reference = Reference("module", module.name)
            elif rule in declared.rules and not isinstance(declared, Function):
                headline = headlines.get(reference)
                shown = (headline,) if headline else ()
            claims = _claims(module, declared)
            statements.setdefault(reference, Statement(reference, module, shown, claims))
        citations[rule] = tuple(statements.values())
    return citations


def _entries(sections: Iterable[Section]) -> Iterator[TemplateEntry]:
    for section in sections:
        yield from (block for block in section.blocks if isinstance(block, TemplateEntry))
        yield from _entries(section.parts)


def _claims(module: Module, declared: Declared) -> tuple[str, ...]:
    """Return the access programs that a function is, or that apply it."""
    if not isinstance(declared, Function):
        return ()
    own = (declared.module, declared.name)
    programs = [declared] if declared.exported else module.access_programs
    return tuple(f"{module.name}.{f.name}" for f in programs if own in reachable([f]))


# -- the formulas that a label stands beside -------------------------------------------------------


def _labelled_formulas(declared: Declared, rule: str) -> Iterator[Document]:
    """Yield the clauses of a function that the rule labels, and the labelled parts of others."""
    if not isinstance(declared, Function):
        return
    for clause in declared.clauses():
        if rule in (*clause.rules, *clause.value.rules) or (
            clause is declared.output and rule in declared.rules
        ):
            yield _clause(clause, declared)
        else:
            yield from map(formula, dict.fromkeys(_labelled_parts(clause.value, rule)))


def _labelled_parts(node: Node, rule: str) -> Iterator[Expression]:
    """Yield the parts that a rule labels; a case or a dummy with the expression that it is in."""
    for child in parts(node):
        if rule in child.rules:
            inner = child if isinstance(child, Expression) else node
            if isinstance(inner, Expression):
                yield inner
        else:
            yield from _labelled_parts(child, rule)


def _clause(clause: Clause, function: Function) -> Document:
    """Return a clause of a function as the page of its module has it."""
    if isinstance(clause, ExceptionClause):
        return exception_clause(clause)
    if clause is function.output and not function.exported:
        return body(function)
    name, sign = "", ""
    if isinstance(clause, Assignment):
        name, sign = clause.variable, ":="
    elif isinstance(clause, Definition):
        name, sign = clause.name, "="
    elif clause is function.output:
        name, sign = "out", ":="
    value = Nest(formula(clause.value))
    return text(name, Face.VARIABLE) + text(f" {sign} ") + value if sign else value


# -- the directives --------------------------------------------------------------------------------


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
    """``mis:rules``: a card for each rule."""

    def run(self) -> list[nodes.Node]:
        """Return an entry for each rule."""
        self.env.note_reread()
        book, statements, marks = self.rulebook(), self.statements(), self.marks()
        result: list[nodes.Node] = []
        for rule in book:
            anchor = f"rule-{rule.id}"
            note(self, "rule", rule.id, anchor, rule.text)
            place = ("single", f"{rule.id} (rule)", anchor, "", None)
            result.append(addnodes.index(entries=[place]))
            stated = statements.get(rule.id, Stated())
            result.append(self._card(rule, stated, marks.get(rule.id, [])))
        return result

    def _card(self, rule: Rule, stated: Stated, marks: Sequence[RuleMark]) -> nodes.Node:
        fields = nodes.field_list()
        fields += _field("Sources", [_paragraph(*_joined_sources(rule))])
        if stated.clauses:
            fields += _field("Stated by", [*chain.from_iterable(map(self._clause, stated.clauses))])
        if exemption(rule):
            fields += _field("Clauses", [_paragraph(nodes.Text(exemption(rule)))])
        if stated.theorems:
            fields += _field("Theorems", [self._theorem(each) for each in stated.theorems])
        for kind in ("test", "specimen"):
            named = [mark_link(m, breakable(m.name)) for m in marks if m.kind == kind]
            if named:
                fields += _field(f"{kind.title()}s", [_paragraph(*_join(named, ", "))])
        return self.description("rule", rule.id, nodes.paragraph("", rule.text), fields)

    def _clause(self, statement: Statement) -> Iterator[nodes.Node]:
        """Yield the name of a declaration, how it was verified, and what it says of the rule."""
        role, name = statement.reference
        content: list[nodes.Node] = [link(role, name, breakable(name))]
        for claim in statement.claims:
            found = verifications(self.env, claim)
            if found and claim != name:
                through = link("routine", claim, breakable(claim))
                content += [nodes.Text(", in "), through]
            content += found
        yield _paragraph(*content)
        for document in statement.formulas:
            yield formulas.block(document, _WIDTH, statement.module.python_name, linked=True)

    def _theorem(self, theorem: Reference) -> nodes.paragraph:
        name = link(theorem.role, theorem.name, breakable(theorem.name))
        return _paragraph(name, *verifications(self.env, theorem.name))


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


def _paragraph(*content: nodes.Node) -> nodes.paragraph:
    return nodes.paragraph("", "", *content)


def _field(name: str, content: list[nodes.Node]) -> nodes.field:
    return nodes.field("", nodes.field_name("", name), nodes.field_body("", *content))
