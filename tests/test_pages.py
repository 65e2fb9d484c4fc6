"""The pages that Sphinx makes of a specification."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("sphinx")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from sphinx.util.inventory import InventoryFile

from modspec.print import terminal
from modspec.print.document import layout
from modspec.print.formula import output_clause
from modspec.print.mathml import Sheet
from modspec.print.template import Section, template
from modspec.sphinx.marks import RuleMark, rule_marks
from othello_spec import MODULES, THEOREMS, module, modules

LIBRARY = Path(__file__).parent.parent / "docs" / "library"

CONF = f"""
extensions = ["modspec.sphinx"]
nitpicky = True
html_theme = "basic"
html_show_sphinx = False
mis_modules = {[each.python_name for each in modules()]}
mis_theorems = {[module(name).python_name for name in THEOREMS]}
mis_rulebook = "othello_spec.rules:RULES"
mis_tests = "claims"

def setup(app):
    from docutils import nodes
    words = lambda app, name: nodes.inline("", "seen to hold") if name == "othello.move" else None
    app.connect("mis-claim", words)
"""

PAGES = {
    "conf.py": CONF,
    "index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
    **{
        f"{name}.rst": f"{name}\n{'=' * len(name)}\n\n.. mis:module:: {module(name).python_name}\n"
        for name in MODULES
    },
    "rules.rst": "Rules\n=====\n\n.. mis:sources::\n\n.. mis:rules::\n",
    "traceability.rst": "Traceability\n============\n\n.. mis:traceability::\n",
    "prose.rst": """
Prose
=====

:mis:module:`othello`, :mis:routine:`othello.move`, :mis:routine:`~othello.winner`,
:mis:routine:`captures`, :mis:exception:`InvalidMove`, :mis:function:`next_turn`,
:mis:type:`Board`, :mis:constant:`CENTRE`, :mis:constant:`BLACK`, :mis:variable:`othello.turn`,
:mis:rule:`no-gaps`, :any:`has_valid_moves`, :ref:`mis-routines` and :math:`\\sqrt{2}`.

.. math:: \\sum_{s} 1 \\leq 64

.. mis:uses::
   :caption: Which modules use :mis:module:`board`.

.. mis:uses:: othello_spec.board othello_spec.lines
   :picture-only:
""",
    "claims/test_claims.py": """
import pytest

@pytest.mark.rule("no-gaps", "outflank")
def test_a_gap_ends_a_row(): ...
""",
    "claims/specimens/gappy.py": 'BREAKS = "no-gaps"\n',
}


class Built(NamedTuple):
    """A project that Sphinx has built."""

    folder: Path
    warnings: str
    app: Sphinx

    def page(self, name: str) -> str:
        """The text of a page."""
        return (self.folder / f"{name}.html").read_text(encoding="utf-8")


def build(folder: Path, pages: dict[str, str], builder: str = "html") -> Built:
    """Write the pages of a project, unless they are there, and have Sphinx build them."""
    source = folder / "source"
    if not source.exists():
        for name, text in pages.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_text(text, encoding="utf-8")
    output, warnings = folder / builder, StringIO()
    with docutils_namespace():
        app = Sphinx(
            source, source, output, folder / "doctrees", builder, status=None, warning=warnings
        )
        app.build()
    return Built(output, warnings.getvalue(), app)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A small site with every directive and role of the domain."""
    return build(tmp_path_factory.mktemp("site"), PAGES)


def test_a_site_with_every_directive_and_role_builds_without_a_warning(site: Built) -> None:
    assert site.warnings == ""


# -- the page of a module --------------------------------------------------------------------------


def titles(sections: tuple[Section, ...]) -> Iterator[str]:
    """The titles of all sections, in the order in which they are read."""
    for section in sections:
        yield section.title
        yield from titles(section.parts)


@pytest.mark.parametrize("name", MODULES)
def test_a_page_has_every_section_of_the_template_in_its_order(site: Built, name: str) -> None:
    _, *headings = re.findall(r"<h[1-6]>([^<]+)<a", site.page(name))
    assert list(titles(template(module(name)))) == headings


def test_a_table_has_no_column_in_which_nothing_stands(site: Built) -> None:
    assert ["Routine", "In", "Out", "Exceptions"] == columns(site.page("othello"))
    assert ["Routine", "In", "Out"] == columns(site.page("lines"))  # which raises nothing


def columns(page: str) -> list[str]:
    """The columns of the table of access programs."""
    table = page[page.index(">Exported Access Programs<") :]
    return re.findall(r'<th class="head"><p>(\w+)</p>', table[: table.index("</thead>")])


class Rows(HTMLParser):
    """The lines of the formulas on a page as they are read: without what only takes up room."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []
        self.labels: list[str] = []
        self._depth = self._phantoms = self._cells = 0
        self._in_label = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._cells += tag == "td"
        self._phantoms += tag == "mphantom"
        if tag == "math" and not self._cells:
            self._depth = 1
            self.rows.append("")
        if ("class", "mis-label") in attrs:
            self._in_label = True

    def handle_endtag(self, tag: str) -> None:
        self._cells -= tag == "td"
        self._phantoms -= tag == "mphantom"
        if tag == "math":
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if self._depth and not self._phantoms:
            self.rows[-1] += data
        if self._in_label:
            self.labels.append(data.strip("[]"))
            self._in_label = False


def dense(text: str) -> str:
    """The text without space, and with the minus sign as it is typed."""
    return re.sub(r"\s", "", text).replace("\N{MINUS SIGN}", "-")


LABELS = re.compile(r"(?:(?:^|\s)\s*\[[a-z0-9-]+\])+$")
KEYWORD = re.compile(r"^\s*(?:assumption|exception|transition|output|where)  +")


@pytest.mark.parametrize("name", MODULES)
def test_a_page_shows_the_formulas_of_the_terminal_line_by_line(site: Built, name: str) -> None:
    shown = Rows()
    shown.feed(site.page(name))
    lines = terminal.page(module(name)).splitlines()
    following = iter(dense(KEYWORD.sub("", LABELS.sub("", line))) for line in lines)
    missing = [row for row in map(dense, shown.rows) if row not in following]
    assert [] == missing
    labels = [
        re.findall(r"\[([a-z0-9-]+)\]", match[0]) for match in map(LABELS.search, lines) if match
    ]
    assert [label for line in labels for label in line] == shown.labels


def invisible(row: str) -> str:
    """What a row repeats, unseen, so that it begins below the right place."""
    hidden = "".join(re.findall(r"<mphantom>(.*?)</mphantom>", row))
    return dense(unescape(re.sub(r"<[^>]*>", "", hidden)))


def test_a_line_is_set_below_the_place_to_which_the_terminal_indents_it() -> None:
    lines = layout(output_clause(module("lines")["brackets"]), 70)
    sheet = Sheet(lines)
    assert lines[1].indent > 0
    assert invisible(sheet.row(1)) == dense(lines[0].text[: lines[1].indent])


def test_arrows_of_conditional_rules_stand_below_one_another() -> None:
    lines = layout(output_clause(module("othello")["winner"]), 70)
    widest = lines[0].text.split("⇒")[0]
    assert "true" in lines[2].text
    assert invisible(Sheet(lines).row(2)).endswith(dense(widest).removeprefix("out:="))


def test_every_label_on_a_page_is_a_link_to_its_rule(site: Built) -> None:
    page = site.page("lines")
    labels = re.findall(r'<span class="mis-label">\[(.*?)\]', page)
    linked = re.findall(r'href="rules.html#rule-(.*?)" title=[^>]*><span class="mis-label">', page)
    assert labels
    assert labels == linked


def test_names_in_formulas_lead_to_their_declarations(site: Built) -> None:
    page = site.page("othello")
    assert '<a href="lines.html#routine-lines.captures">captures</a>' in page
    assert '<a href="#function-othello.next_turn">next_turn</a>' in page
    assert '<a href="board.html#type-board.Cell">EMPTY</a>' in page


def test_a_call_through_a_module_leads_there_and_not_to_the_page_s_own_routine(site: Built) -> None:
    page = site.page("match")
    assert '<a href="othello.html#routine-othello.move">othello.move</a>' in page
    assert '<a href="clock.html#routine-clock.init">clock.init</a>' in page
    assert '<a href="#routine-match.over">over</a>' in page
    uses = page[page.index(">Uses<") : page.index(">Syntax<")]
    assert '<a href="othello.html#routine-othello.move">othello.move</a>' in uses
    assert "#routine-match." not in uses


def test_a_page_is_read_again_when_a_module_that_it_shows_or_uses_changes(site: Built) -> None:
    read = {Path(file).name for file in site.app.env.dependencies["othello"]}
    assert {"othello.py", "lines.py", "board.py"} <= read


# -- references ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "othello.html#module-othello",
        "othello.html#routine-othello.move",
        "othello.html#routine-othello.winner",
        "lines.html#routine-lines.captures",
        "othello.html#exception-othello.InvalidMove",
        "othello.html#function-othello.next_turn",
        "board.html#type-board.Board",
        "board.html#constant-board.CENTRE",
        "board.html#type-board.Cell",
        "othello.html#variable-othello.turn",
        "rules.html#rule-no-gaps",
        "othello.html#routine-othello.has_valid_moves",
        "mis-routines.html",
    ],
)
def test_a_role_leads_to_a_place_that_exists(site: Built, address: str) -> None:
    assert f'href="{address}"' in site.page("prose")
    page, _, anchor = address.partition("#")
    assert not anchor or f'id="{anchor}"' in site.page(page.removesuffix(".html"))


@pytest.mark.parametrize(
    "reference",
    [
        ":mis:routine:`othello.castle`",
        ":mis:exception:`move`",
        ":mis:rule:`no-such-rule`",
        ":mis:constant:`nothing.BLACK`",
    ],
)
def test_a_reference_to_nothing_warns(tmp_path: Path, reference: str) -> None:
    pages = {"conf.py": CONF, "index.rst": f"Home\n====\n\n{reference}\n"}
    target = reference.split("`")[1]
    assert f"reference target not found: {target}" in build(tmp_path, pages, "dummy").warnings


def test_the_inventory_lists_every_access_routine(site: Built) -> None:
    inventory = InventoryFile.loads((site.folder / "objects.inv").read_bytes(), uri="")
    expected = {
        f"{name}.{routine.name}" for name in MODULES for routine in module(name).access_programs
    }
    assert expected == set(inventory.data["mis:routine"])


def test_theorems_are_not_listed_as_access_routines(site: Built) -> None:
    assert "#routine-captures." not in site.page("mis-routines")
    assert "#routine-captures." in site.page("genindex")


def test_the_indices_list_every_access_routine(site: Built) -> None:
    for page in (site.page("mis-routines"), site.page("genindex")):
        for routine in module("othello").access_programs:
            assert f"#routine-othello.{routine.name}" in page


# -- rules -----------------------------------------------------------------------------------------


def row(page: str, rule: str) -> str:
    """The row of a rule in the table."""
    (found,) = [part for part in page.split("<tr") if f"rules.html#rule-{rule}" in part]
    return re.sub(r"<wbr>|</?span[^>]*>", "", found)


def test_a_rule_is_traced_to_its_clauses_theorems_tests_and_specimens(site: Built) -> None:
    found = row(site.page("traceability"), "no-gaps")
    assert "lines.html#routine-lines.brackets" in found or "lines.brackets" in found
    assert "test_claims.py::test_a_gap_ends_a_row" in found
    assert "gappy" in found
    assert "captures.html#routine-captures." in row(site.page("traceability"), "discs-stay")


def test_a_rule_that_no_clause_states_says_why(site: Built) -> None:
    table = site.page("traceability")
    assert "Not specified:" in row(table, "failed-call")


def test_the_rulebook_gives_words_sources_and_clauses(site: Built) -> None:
    page = site.page("rules")
    entry = page[page.index('id="rule-black-first"') :]
    entry = entry[: entry.index("</dl>\n\n") if "</dl>\n\n" in entry else None]
    assert 'href="#source-wof"' in entry
    assert 'href="othello.html#routine-othello.init"' in entry


def card(site: Built, rule: str) -> str:
    """The card of a rule, without what only breaks lines."""
    page = site.page("rules")
    begin = page.index(f'id="rule-{rule}"')
    end = page.find('<dt class="sig', begin)
    return re.sub(r"<wbr>", "", page[begin : end if end > 0 else None])


def card_formulas(site: Built, rule: str) -> list[str]:
    """The lines of the formulas on a card."""
    shown = Rows()
    shown.feed(card(site, rule))
    return [dense(row) for row in shown.rows]


def test_a_card_shows_the_formulas_that_the_label_of_its_rule_stands_beside(site: Built) -> None:
    gaps = ["(∀j:1..k-1|:board[along(square,direction,j)]≠EMPTY)"]
    assert gaps == card_formulas(site, "no-gaps")
    assert "turn:=BLACK" in card_formulas(site, "black-first")
    assert ["SIZE:integer=8"] == card_formulas(site, "board-size")[:1]
    # a case says nothing without the others
    assert [
        "(can_move(board,opponent(player))⇒opponent(player)",
        "|true⇒player)",
    ] == card_formulas(site, "forfeit")[-2:]


def test_a_card_leads_to_the_tests_and_specimens_that_name_its_rule(site: Built) -> None:
    found = card(site, "no-gaps")
    assert 'href="claims/test_claims.html#test_a_gap_ends_a_row"' in found
    assert 'href="claims/specimens/gappy.html"' in found
    assert "claims/" not in card(site, "black-first")


def test_the_text_of_a_test_is_on_a_page_that_leads_back_to_the_rule(site: Built) -> None:
    page = site.page("claims/test_claims")
    assert '<span class="mis-mark" id="test_a_gap_ends_a_row">' in page
    assert 'href="../rules.html#rule-no-gaps"' in page
    assert 'href="../../rules.html#rule-no-gaps"' in site.page("claims/specimens/gappy")


def test_what_is_known_of_a_declaration_stands_on_its_page_and_on_the_cards(site: Built) -> None:
    assert 1 == site.page("othello").count("seen to hold")
    assert "seen to hold" in card(site, "alternate")
    assert "seen to hold" in card(site, "forfeit")  # stated by a function that move applies
    assert "seen to hold" not in card(site, "no-gaps")


def test_a_row_of_the_table_says_what_its_rule_has(site: Built) -> None:
    kinds = re.findall(r'<tr class="([^"]*)" id="trace-no-gaps"', site.page("traceability"))
    assert {"has-clause", "has-theorem", "has-test", "has-specimen"} == {
        each for kind in kinds for each in kind.split() if each.startswith("has-")
    }


def test_a_test_that_names_no_rule_of_the_book_is_an_error(tmp_path: Path) -> None:
    pages = {
        "conf.py": CONF,
        "index.rst": "Home\n====\n\n.. mis:traceability::\n",
        "claims/test_it.py": '@pytest.mark.rule("no-gasp")\ndef test_it(): ...\n',
    }
    assert (
        "test_it.py::test_it: no rule has the id 'no-gasp'"
        in build(tmp_path, pages, "dummy").warnings
    )


def test_evidence_is_read_from_tests_classes_files_and_parameters(tmp_path: Path) -> None:
    (tmp_path / "test_all.py").write_text(
        """
pytestmark = pytest.mark.rule("on-file")

@pytest.mark.rule("on-class")
class TestThis:
    @pytest.mark.rule("on-test", "and-another")
    def test_that(self): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("on-case"))])
def test_case(x): ...

def helper(): ...
""",
        encoding="utf-8",
    )
    claims = {(each.name, each.rule) for each in rule_marks(tmp_path)}
    rules = ("on-file", "on-class", "on-test", "and-another")
    expected = {("TestThis.test_that", rule) for rule in rules}
    assert expected | {("test_case", "on-file"), ("test_case", "on-case")} == claims


def test_a_specimen_is_evidence_for_the_rule_that_it_breaks(tmp_path: Path) -> None:
    for file in ("loose.py", "wrong/one.py", "wrong/match/one.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text('BREAKS: Final = "no-gaps"\n', encoding="utf-8")
    assert [
        RuleMark("specimen", "loose.py", "loose", "no-gaps"),
        RuleMark("specimen", "wrong/match/one.py", "match.one", "no-gaps"),
        RuleMark("specimen", "wrong/one.py", "one", "no-gaps"),
    ] == rule_marks(tmp_path)


# -- what a reader needs besides a browser: nothing ------------------------------------------------


def test_no_page_loads_anything_from_a_network(site: Built) -> None:
    loading = re.compile(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?//[^"]*')
    pages = (file.read_text(encoding="utf-8") for file in site.folder.rglob("*.html"))
    found = [address for page in pages for address in loading.findall(page)]
    assert [] == found


def test_mathematics_in_prose_is_mathml(site: Built) -> None:
    assert "<msqrt>" in site.page("prose")
    assert "MathJax" not in site.page("prose")


def test_mathematics_that_cannot_be_set_warns(tmp_path: Path) -> None:
    pages = {"conf.py": CONF, "index.rst": "Home\n====\n\n:math:`\\nonsense`\n"}
    assert "mathematics that cannot be set" in build(tmp_path, pages).warnings


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("othello_spec.chess", "no module 'othello_spec.chess'"), ("json", "json")],
)
def test_a_module_that_is_no_specification_is_an_error(
    tmp_path: Path, name: str, complaint: str
) -> None:
    pages = {"conf.py": CONF, "index.rst": f"Home\n====\n\n.. mis:module:: {name}\n"}
    assert complaint in build(tmp_path, pages, "dummy").warnings


def test_a_site_without_a_rulebook_shows_labels_that_are_no_links(tmp_path: Path) -> None:
    conf = 'extensions = ["modspec.sphinx"]\nnitpicky = True\nhtml_theme = "basic"\n'
    index = "Home\n====\n\n.. mis:module:: othello_spec.board\n"
    built = build(tmp_path, {"conf.py": conf, "index.rst": index})
    assert built.warnings == ""
    assert '<span class="mis-label"><span class="pre">[setup]</span></span></span>' in built.page(
        "index"
    )


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_other_builders_take_the_same_pages(site: Built, builder: str) -> None:
    built = build(site.folder.parent, PAGES, builder)  # as they were read for the other
    assert built.warnings == ""
    text = "".join(file.read_text() for file in built.folder.glob("*.t*x*"))
    assert {"latex": r"\forall", "text": "∀"}[builder] in text


# -- a project of its own --------------------------------------------------------------------------


def test_docs_writes_a_project_that_builds_without_a_warning(tmp_path: Path) -> None:
    """Among the modules is one with the name of a module of Python's, and one with theorems."""
    shutil.copytree(LIBRARY, tmp_path / "library")
    names = ["queue", "stack", "tic_tac_toe", "tic_tac_toe_theorems"]
    commands = Path(sys.executable).parent
    written = subprocess.run(
        [commands / "modspec", "docs", *(f"library/{name}.py" for name in names), "--out", "site"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (written.returncode, written.stderr) == (0, "")
    assert written.stdout == "wrote site; next: sphinx-build site site/_build\n"
    for builder in ("html", "text"):
        options = ["-n", "-W", "-q", "-b", builder, "site", f"site/_{builder}"]
        built = subprocess.run(
            [commands / "sphinx-build", *options],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (built.returncode, built.stderr) == (0, "")
    index = (tmp_path / "site" / "_html" / "index.html").read_text(encoding="utf-8")
    widths = re.findall(r'<rect[^>]* width="(\d+)"', index)
    assert len(widths) == len(names)
    assert min(map(int, widths)) > 8 * len("tic_tac_toe_theorems")
    routines = (tmp_path / "site" / "_html" / "mis-routines.html").read_text(encoding="utf-8")
    assert "has_won" in routines
    assert "who_waits" not in routines
    page = (tmp_path / "site" / "_text" / "stack.txt").read_text(encoding="utf-8")
    assert "| push      | item : integer   |           | Full         |" in page
    again = subprocess.run(
        [commands / "modspec", "docs", "library/stack.py", "--out", "site"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert again.returncode == 2
    assert "conf.py is there already; --force overwrites it" in again.stderr
