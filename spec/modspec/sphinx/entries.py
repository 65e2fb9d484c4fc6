"""Entries: what a module declares, as docutils nodes."""

from __future__ import annotations

from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes

from modspec.print import unicode
from modspec.print.template import TemplateEntry
from modspec.sphinx import formulas
from modspec.syntax.module import Module

HEADLINE_WIDTH = unicode.WIDTH - 4
"""Where headlines are broken: where the terminal breaks them, so that both show the same lines."""

CLAUSE_WIDTH = unicode.WIDTH - 6
"""Likewise for clauses, less the room for the keywords beside them."""


@dataclass(frozen=True)
class Entries:
    """Turns the entries of a module's template into nodes."""

    module: Module
    linked: bool
    """Whether there is a rulebook for labels to lead to."""

    def full_name(self, entry: TemplateEntry) -> str:
        """The name by which documents refer to what an entry declares."""
        return f"{self.module.name}.{entry.name}"

    def anchor(self, entry: TemplateEntry) -> str:
        """The id to which references lead."""
        return f"{entry.role}-{self.full_name(entry)}"

    def description(self, entry: TemplateEntry, target: bool) -> addnodes.desc:
        """An entry: headline, sentence, clauses; references lead to it if it is a target."""
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
        headline = formulas.lines(entry.headline, HEADLINE_WIDTH, python_name, own=own)
        for number, (node, rules) in enumerate(headline):
            labels = entry.rules + rules if number == 0 else rules
            shown = formulas.labels(labels, self.linked)
            row = nodes.inline("", "", node, *shown, classes=["mis-headline"])
            line = addnodes.desc_signature_line("", "", row)
            line["add_permalink"] = target and number == 0
            signature += line
        if target:
            signature["ids"].append(self.anchor(entry))
            signature["_toc_name"] = entry.name
            signature["_toc_parts"] = (self.module.name, entry.name)
        return signature

    def clauses(self, entry: TemplateEntry) -> list[nodes.Node]:
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
