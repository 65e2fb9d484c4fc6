"""Candidates: besides the mutants of the notation, what a program forgets of a set with a name."""

from __future__ import annotations

from pathlib import Path

from modcheck.judging.candidates import candidates
from modcheck.judging.oracle import Oracle
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant
from modspec.syntax.module import Module
from modspec.syntax.places import module_at

LIBRARY = Path(__file__).parents[1] / "docs" / "library"


def library(name: str) -> Module:
    """A module of the library."""
    return module_at(str(LIBRARY / f"{name}.py"))


def smaller_sets(module: Module) -> list[Mutant]:
    """The candidates in which a set lacks an element."""
    return [mutant for mutant in candidates(module) if " without " in mutant.after]


def test_each_element_of_a_set_with_a_name_may_be_forgotten_where_it_is_used() -> None:
    found = smaller_sets(library("connect_four"))
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


def test_a_set_that_is_computed_has_no_element_to_forget() -> None:
    assert "PLACES" in library("connect_four").source
    assert not any("PLACES" in mutant.after for mutant in smaller_sets(library("connect_four")))
