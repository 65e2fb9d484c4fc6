"""Handout: a module and all that it uses, as a document to give to students.

The specification is printed as a page for a browser, as LaTeX, as text for a terminal and, where
TeX is installed, as PDF.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from modlab.course_box.rendering import render
from modspec import Module, Rule, Rulebook, declare
from modspec.print import html, latex, terminal
from modspec.syntax.relations import rules_cited

_LATEX: Final = "pdflatex"

_LONGEST: Final = 120
"""Seconds that TeX may take."""


def handout(module: Module, rulebook: Rulebook, title: str) -> dict[str, bytes]:
    """Return the files of the handout, by name."""
    modules = with_used(module)
    rules = cited_rules(modules, rulebook)
    shown = {"title": title, "modules": modules, "rules": rules}
    labels = {f"[{rule.id}]": f"#rule-{rule.id}" for rule in rules}
    page = render(
        "handout.html.jinja",
        **shown,
        print=lambda one: html.page(one, {**labels, **_addresses(one)}),
    )
    tex = render("handout.tex.jinja", **shown, print=latex.page, prose=latex.prose)
    text = "\n\n".join(terminal.page(one) for one in modules)
    files = {"html": page.encode(), "tex": tex.encode(), "txt": text.encode()}
    pdf = _pdf(files["tex"])
    return {
        f"{module.name}.{ending}": data
        for ending, data in {**files, **({"pdf": pdf} if pdf else {})}.items()
    }


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


def _pdf(tex: bytes) -> bytes | None:
    """Return a document as PDF; None where TeX is not installed. The same text, the same bytes."""
    program = shutil.which(_LATEX)
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "handout.tex")
        source.write_bytes(tex)
        for _ in range(2):  # the second time, tables know how wide they are
            done = subprocess.run(
                [program, "-interaction=nonstopmode", "-halt-on-error", source.name],
                cwd=folder,
                env={**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"},
                capture_output=True,
                timeout=_LONGEST,
                check=False,
            )
        pdf = source.with_suffix(".pdf")
        return pdf.read_bytes() if done.returncode == 0 and pdf.exists() else None
