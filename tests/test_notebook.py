"""What notebooks show: a module as its page, a state as a table, an explanation as a tree."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from modspec import Module
from modspec.explain.explain import explain_call
from modspec.notebook import explanation_html, load_ipython_extension, module_html, state_html
from modspec.print.template import Section, template
from modspec.run.machine import Machine
from modspec.syntax.places import module_at
from modspec.syntax.values import State
from othello_spec import modules

LIBRARY = Path(__file__).parent.parent / "docs" / "library"


class Reading(HTMLParser):
    """The words of a page and its headings; every element that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.text = ""
        self.feed(page)
        assert [] == self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "mspace":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "mspace":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] in ("h3", "h4", "h5"):
            self.headings.append(data)


def titles(section: Section) -> list[str]:
    return [section.title, *(title for part in section.parts for title in titles(part))]


def vending_machine() -> Module:
    return module_at(str(LIBRARY / "vending_machine.py"))


@pytest.mark.parametrize("module", [vending_machine(), *modules()], ids=lambda each: each.name)
def test_the_page_of_a_module_has_all_sections_in_their_order(module: Module) -> None:
    page = Reading(module_html(module))
    assert [title for each in template(module) for title in titles(each)] == page.headings
    for function in module.access_programs:
        assert function.name in page.text


def test_a_formula_is_mathematics_and_a_label_stands_beside_it() -> None:
    page = module_html(module_at(str(LIBRARY / "stack.py")))
    assert "<math" in page
    assert "<small>[last-in-first-out]</small>" in page


def test_a_state_is_a_table_of_its_variables() -> None:
    machine = Machine(vending_machine())
    shown = Reading(state_html(machine.initial())).text
    assert "Machinestock{COLA: 2, WATER: 2}credit0slotnone" == shown


def test_an_explanation_is_a_tree_of_formulas_and_what_they_come_to() -> None:
    machine = Machine(vending_machine())
    state = machine.initial()
    drink = machine.module.python.Drink.COLA
    (*_, last) = explain_call(machine.instance, machine.routine("select"), state, (drink,))
    shown = Reading(explanation_html(last[1])).text.replace("\N{NO-BREAK SPACE}", " ")
    assert "credit < PRICE ✓" == shown.strip()


def test_ipython_is_told_how_to_show_each() -> None:
    known: dict[type, Callable[[Any], str]] = {}
    shown = SimpleNamespace(for_type=known.__setitem__)
    formatter = SimpleNamespace(formatters={"text/html": shown})
    load_ipython_extension(SimpleNamespace(display_formatter=formatter))
    assert module_html is known[Module]
    assert state_html is known[State]
