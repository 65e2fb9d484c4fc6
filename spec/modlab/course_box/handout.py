"""Handout: a module and all that it uses, as a document to give to students.

The specification is printed as a page for a browser, as LaTeX, as text for a terminal and, where
TeX is installed, as PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from modlab.course_box.rendering import render
from modlab.typesetting import is_installed, typeset
from modspec import Module, Rule, Rulebook, declare
from modspec.print import html, latex, terminal
from modspec.syntax.relations import rules_cited


def handout(module: Module, rulebook: Rulebook, title: str, note: str = "") -> dict[str, bytes]:
    """Return the files of the handout, by name; with a PDF where LaTeX is installed.

    The note stands below the title.

    Raises TypesettingError if LaTeX does not take the document.
    """
    modules = with_used(module)
    rules = cited_rules(modules, rulebook)
    shown = {"title": title, "note": note, "modules": modules, "rules": rules}
    labels = {f"[{rule.id}]": f"#rule-{rule.id}" for rule in rules}
    page = render(
        "handout.html.jinja",
        **shown,
        print=lambda one: html.page(one, {**labels, **_addresses(one)}),
    )
    tex = render(
        "handout.tex.jinja", **shown, print=latex.page, prose=latex.prose, packages=latex.PACKAGES
    )
    text = "\n\n".join([*filter(None, [fill(note, terminal.WIDTH)]), *map(terminal.page, modules)])
    files = {"html": page.encode(), "tex": tex.encode(), "txt": text.encode()}
    if is_installed():
        files["pdf"] = typeset(files["tex"])
    return {f"{module.name}.{ending}": data for ending, data in files.items()}


def with_used(module: Module) -> tuple[Module, ...]:
    """Return a module and those that it uses, each once and before those that it uses itself."""
    found: dict[str, Module] = {}
    waiting = [module]
    while waiting:
        one = waiting.pop(0)
        found.pop(one.python_name, None)
        found[one.python_name] = one
        waiting += [declare(use.module) for use in one.uses]
    return tuple(found.values())


def cited_rules(modules: Sequence[Module], rulebook: Rulebook) -> tuple[Rule, ...]:
    """Return the rules that the modules cite, in the rulebook's order."""
    cited = {rule for module in modules for rule in rules_cited(module)}
    return tuple(rule for rule in rulebook if rule.id in cited)


def _addresses(module: Module) -> dict[str, str]:
    """Return where the names in a module's formulas lead: to the entry of what declares them."""
    used = {
        name: f"#{use.short}.{name.rpartition('.')[2]}"
        for use in module.uses
        for name in use.names_in_text
        if name.rpartition(".")[2] in html.entries(declare(use.module))
    }
    return {**used, **{name: f"#{module.name}.{name}" for name in html.entries(module)}}
