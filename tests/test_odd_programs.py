"""A hundred programs in odd styles: none that is right is accused, none that is wrong accepted."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse
from modspec.run.machine import FAILED_CALL, QUERIES_PURE

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PROGRAMS = Path(__file__).parent / "odd_programs"


class Odd(NamedTuple):
    """A class of a module, and the rules that it would be fair to name."""

    module: str
    name: str
    rules: frozenset[str]


def programs() -> list[Odd]:
    found = []
    for file in sorted(PROGRAMS.glob("[a-z]*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.startswith(("R_", "W_")):
                rules, colon, _ = (ast.get_docstring(node) or "").partition(":")
                is_wrong = colon and node.name.startswith("W_")
                named = frozenset(rules.split("|") if is_wrong else ())
                found.append(Odd(file.stem, node.name, named))
    return found


EVERY = programs()


@cache
def model(module: str) -> TestModel:
    return SpecificationCourse(str(LIBRARY / f"{module}.py")).test_model(module, {}, {})


def test_there_are_fifty_of_each_kind_and_every_module_has_some() -> None:
    right = [odd for odd in EVERY if odd.name.startswith("R_")]
    assert min(len(right), len(EVERY) - len(right)) >= 50
    modules = {file.stem for file in LIBRARY.glob("*.py")} - {"tic_tac_toe_theorems"}
    assert modules == {odd.module for odd in right}
    assert modules == {odd.module for odd in EVERY if odd.name.startswith("W_")}


@pytest.mark.parametrize("odd", EVERY, ids=lambda odd: f"{odd.module}-{odd.name}")
def test_a_program_is_judged_as_it_deserves_and_for_a_fair_rule(odd: Odd) -> None:
    against = model(odd.module)
    place = f"odd_programs.{odd.module}:{odd.name}"
    verdict = check(
        against, lambda: load(place, against.routines), CheckOptions(games=RANDOM_GAMES)
    )
    assert odd.name.startswith("R_") == verdict.conforms
    if odd.rules:
        blamed = {*verdict.faults[0].diagnosis.rules}
        assert not blamed or blamed & {*odd.rules, FAILED_CALL, QUERIES_PURE}
