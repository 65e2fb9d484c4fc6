"""The traceability page: each demand of a source leads to a clause, and to a test that needs it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("sphinx")

from othello_spec import MODULES, module
from othello_spec.rules import RULES
from test_pages import CONF, Built, build

TESTS = Path(__file__).parent

PAGES = {
    "conf.py": CONF.replace('"claims"', repr(str(TESTS))),
    "index.rst": "Home\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
    "rules.rst": "Rules\n=====\n\n.. mis:sources::\n\n.. mis:rules::\n",
    "traceability.rst": "Traceability\n============\n\n.. mis:traceability::\n",
    **{
        f"{name}.rst": f"{name}\n{'=' * len(name)}\n\n.. mis:module:: {module(name).python_name}\n"
        for name in MODULES
    },
}

UNPROVED = {
    "it says what there is, or what a routine answers or raises": (
        "two-sided-discs",
        "abstract-object",
        "on-board",
        "inspect-cell",
    ),
    "nothing is claimed where an assumption does not hold": ("assumed-over",),
    "the notation makes it so": ("failed-call", "queries-pure"),
    "it is outside the modules": ("not-this-module", "choose-colour"),
}
"""The rules that no theorem is about, under the reasons."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The pages of all modules and rules, with the tests as they are."""
    return build(tmp_path_factory.mktemp("traceability"), PAGES)


def cells(site: Built) -> dict[str, list[str]]:
    """The cells of each row of the built table, under the id of its rule."""
    page = re.sub(r"<wbr */?>", "", site.page("traceability"))
    rows = [re.findall(r"<td>(.*?)</td>", row, re.S) for row in page.split("<tr")[2:]]
    return {re.findall(r"rules\.html#rule-([a-z-]+)", row[0])[0]: row for row in rows}


def words(cell: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", cell).split())


def test_the_site_builds_without_a_warning(site: Built) -> None:
    assert site.warnings == ""


def test_there_is_a_row_for_every_rule(site: Built) -> None:
    assert [rule.id for rule in RULES] == list(cells(site))


@pytest.mark.parametrize("source", [source.id for source in RULES.sources])
def test_no_row_of_a_source_is_empty(site: Built, source: str) -> None:
    rows = cells(site)
    cited = [rule for rule in RULES if source in {each.source for each in rule.sources}]
    assert cited
    for rule in cited:
        _, stated, checked = rows[rule.id]
        assert words(stated), rule.id
        assert "test " in words(checked), rule.id


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_a_row_leads_to_clauses_that_exist_or_says_why_there_are_none(
    site: Built, rule: str
) -> None:
    _, stated, checked = cells(site)[rule]
    links = re.findall(r'href="(\w+)\.html#([\w.-]+)"', stated + checked)
    if RULES[rule].scope:
        assert words(stated) == f"Not specified: {RULES[rule].scope}"
    else:
        assert links
    for page, anchor in links:
        assert f'id="{anchor}"' in site.page(page)


def test_a_rule_without_a_theorem_is_one_that_says_so(site: Built) -> None:
    unproved = {rule for rule, row in cells(site).items() if "theorem " not in words(row[2])}
    assert {rule for rules in UNPROVED.values() for rule in rules} == unproved
