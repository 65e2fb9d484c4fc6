"""A Sphinx extension that shows module interface specifications, in a domain ``mis``.

It has a directive that renders a module section by section of the template, roles that refer to
what modules declare and to the rules of their clauses, an index of access routines, the rulebook, a
table that traces each rule to clauses and tests, and a picture of the uses relation. Formulas are
MathML, so that a page needs neither a script nor a network.

Settings in ``conf.py``:

- ``mis_modules``: the modules that the site documents, each by its Python name or by the path of
  its file as seen from the documents;
- ``mis_theorems``: those of them whose routines are theorems; a module without a state whose
  routines all yield truth values need not be named;
- ``mis_rulebook``: where the rules are, as ``package.module:NAME``;
- ``mis_tests``: the folder of the tests, relative to the documents; the pages show the text of
  those that name a rule.

Another extension may say beside a declaration how it was verified: it connects to the event
``mis-claim``, which is sent with the full name of the declaration, and returns a node or None.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from modspec.sphinx import formulas, uses
from modspec.sphinx.domain import MisDomain
from modspec.sphinx.modules import ExcerptDirective, ExpressionsDirective, ModuleDirective
from modspec.sphinx.rulebook import RulesDirective, SourcesDirective
from modspec.sphinx.scope import module_in_documents
from modspec.sphinx.source_pages import source_pages
from modspec.sphinx.traceability import TraceabilityDirective
from modspec.sphinx.uses import UsesDirective
from modspec.syntax.errors import OutsideNotation, SpecificationError

_STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the domain, the settings and the writers of formulas to a Sphinx application."""
    for setting in ("mis_modules", "mis_theorems"):
        app.add_config_value(setting, [], "env", frozenset({list, tuple}))
    for setting in ("mis_rulebook", "mis_tests"):
        app.add_config_value(setting, "", "env", frozenset({str}))
    app.add_domain(MisDomain)
    app.add_directive_to_domain("mis", "module", ModuleDirective)
    app.add_directive_to_domain("mis", "excerpt", ExcerptDirective)
    app.add_directive_to_domain("mis", "expressions", ExpressionsDirective)
    app.add_directive_to_domain("mis", "sources", SourcesDirective)
    app.add_directive_to_domain("mis", "rules", RulesDirective)
    app.add_directive_to_domain("mis", "traceability", TraceabilityDirective)
    app.add_directive_to_domain("mis", "uses", UsesDirective)
    formulas.setup(app)
    uses.setup(app)
    app.add_event("mis-claim")
    app.connect("html-collect-pages", source_pages)
    app.connect("config-inited", _read_modules)
    app.connect("builder-inited", _add_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _read_modules(app: Sphinx, config: Config) -> None:
    """Name the modules of the settings as Python does, and add those that state theorems."""
    try:
        modules = [module_in_documents(app.srcdir, place) for place in config.mis_modules]
    except (OutsideNotation, SpecificationError):
        return  # the page of the module says so, with its place
    config.mis_modules = [module.python_name for module in modules]
    found = [module.python_name for module in modules if module.states_theorems]
    config.mis_theorems = list(dict.fromkeys([*config.mis_theorems, *found]))


def _add_style(app: Sphinx) -> None:
    app.config.html_static_path.append(str(_STATIC))
    app.add_css_file("mis.css")
    app.add_js_file("mis.js", loading_method="defer")
