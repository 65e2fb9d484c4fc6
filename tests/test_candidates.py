"""Candidates: besides the mutants of the notation, what a program forgets of a set with a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.oracle import Oracle
from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant
from modspec.syntax.module import Module
from modspec.syntax.places import module_at

PROGRAMS = Path(__file__).parent / "library_programs"
LIBRARY = Path(__file__).parents[1] / "docs" / "library"


def library(name: str) -> Module:
    """A module of the library."""
    return module_at(str(LIBRARY / f"{name}.py"))


def smaller_sets(module: Module) -> list[Mutant]:
    """The candidates in which a set lacks an element."""
    return [mutant for mutant in candidates(module) if " without " in mutant.after]


def test_each_element_of_a_set_with_a_name_may_be_forgotten_where_it_is_used() -> None:
    found = [each for each in smaller_sets(library("connect_four")) if "STEPS" in each.before]
    steps = ("Place(0, 1)", "Place(1, 0)", "Place(1, 1)", "Place(1, -1)")
    assert [f"STEPS without {step}" for step in steps] == [mutant.after for mutant in found]
    assert {("has_line", ("line",))} == {(mutant.function, mutant.rules) for mutant in found}


def test_who_forgets_a_reserved_word_declares_it() -> None:
    module = library("symbol_table")
    oracle = Oracle(Machine(module), smaller_sets(module))
    start = oracle.due(None, Call("init"))
    assert start is not None
    raised = {
        oracle.candidates[number].after: [
            outcome.exception
            for word in ("if", "while")
            if (outcome := oracle.outcome(number, start.state, Call("declare", (word, kind))))
        ]
        for number in range(len(oracle.candidates))
        for kind in [module.python.Type.INTEGER]
    }
    assert raised == {
        "RESERVED without 'if'": [None, "Reserved"],
        "RESERVED without 'while'": ["Reserved", None],
    }


def test_of_a_set_of_records_that_is_computed_each_row_may_be_forgotten() -> None:
    found = [each for each in smaller_sets(library("connect_four")) if "PLACES" in each.before]
    rows = [f"PLACES without {field} {number}" for field in ("col", "row") for number in range(4)]
    for function, rule in (("disc", "places"), ("has_line", "line")):
        here = [each for each in found if each.function == function]
        assert rows == [each.after for each in here]
        assert {(rule,)} == {each.rules for each in here}


def test_without_a_row_no_line_is_seen_there() -> None:
    module = library("connect_four")
    place, colour = module.python.Place, module.python.Colour
    discs = {place(0, col): colour.RED for col in range(4)}
    state = module.python.Game(discs=discs, turn=colour.YELLOW)
    oracle = Oracle(Machine(module), smaller_sets(module))
    answers = {
        mutant.after: outcome.output
        for number, mutant in enumerate(oracle.candidates)
        if mutant.function == "has_line" and mutant.before == "PLACES"
        if (outcome := oracle.outcome(number, state, Call("has_won", (colour.RED,))))
    }
    # from a row's first place its line is looked for, so the first column is missed as well
    missed = [after for after, is_won in answers.items() if not is_won]
    assert ["PLACES without col 0", "PLACES without row 0"] == missed


def test_a_search_may_go_through_one_number_more_or_less() -> None:
    found = [m for m in candidates(library("connect_four")) if m.before == "4"]
    assert [("has_line", ("line",), after) for after in ("5", "3")] == [
        (mutant.function, mutant.rules, mutant.after) for mutant in found
    ]


def test_who_thinks_that_three_are_a_line_breaks_that_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PROGRAMS / "connect_four.py").read_text(encoding="utf-8")
    right, wrong = "for k in range(4))", "for k in range(3))"
    assert right in text
    (tmp_path / "three_in_a_row.py").write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    model = SpecificationCourse(str(LIBRARY / "connect_four.py")).test_model("connect_four", {}, {})
    options = CheckOptions(games=RANDOM_GAMES)
    (fault,) = check(model, lambda: load("three_in_a_row", model.routines), options).faults
    assert fault.rule == "line"
    assert "as if has_line said 3 instead of 4" in fault.hints[0]
