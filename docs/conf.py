"""How the documents are built: ``sphinx-build -n -W docs docs/_build``."""

import sys
from importlib import metadata
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = map(
    str,
    [
        DOCS / "_extensions",
        DOCS / "tutorial",  # the Stack that readers write
        DOCS / "explanation",  # the examples of the notation
        DOCS.parent / "spec",
        DOCS.parent / "model",
    ],
)

from othello_spec import THEOREMS, module, modules  # noqa: E402  # found by the paths above

project = "othello-mis"
project_copyright = "2026, the othello-mis contributors"
author = "the othello-mis contributors"
try:
    release = metadata.version("othello-mis")
except metadata.PackageNotFoundError:  # the documents can be built from a plain checkout
    release = "0"

extensions = [
    "command_pages",
    "explorer_page",
    "json_members",
    "modspec.sphinx",
    "myst_parser",
    "othello_boards",
    "othello_conventions",
    "othello_variants",
    "othello_proofs.evidence.pages",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build", "**/README.md"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True

mis_modules = [each.python_name for each in modules()]
mis_theorems = [module(name).python_name for name in THEOREMS]
mis_rulebook = "othello_spec.rules:RULES"
mis_tests = "../tests"
mis_ladder = "othello_proofs.methods:LADDER"
mis_evidence = "evidence/verify.json"
mis_proofs = ["crosshair", "z3"]

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "othello-mis"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_search_scorer = str(DOCS / "search_scorer.js")
html_copy_source = False
html_show_sphinx = False
