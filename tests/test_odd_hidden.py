"""Faults that mostly show later: none passes, and no innocent rule fails."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from modcheck.system.in_process import load
from modcheck.testing.plan import CheckOptions
from modcheck.verdict.check import Verdict, check
from modlab.specification_course import RANDOM_GAMES
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from test_odd_programs import LIBRARY, model

PROGRAMS = Path(__file__).parent / "odd_faults"
NOT_FOR_FAULTS = {"game_2048", "life", "point", "tic_tac_toe_theorems"}


class Wrong(NamedTuple):
    """A wrong class of a module, the rules that are fair to name, and those that may not pass."""

    module: str
    name: str
    fair: frozenset[str]
    broken: frozenset[str]


def wrong_programs() -> list[Wrong]:
    found = []
    for file in sorted(PROGRAMS.glob("[a-z]*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("W"):
                rules = (ast.get_docstring(node) or "").partition(":")[0].split("|")
                fair = frozenset(rule.removesuffix("?") for rule in rules)
                broken = frozenset(rule for rule in rules if not rule.endswith("?"))
                found.append(Wrong(file.stem, node.name, fair, broken))
    return found


EVERY = wrong_programs()


def rules_with_status(verdict: Verdict, status: str) -> set[str]:
    return {rule.rule for rule in verdict.rules if rule.status.value == status}


def test_every_module_has_five_programs_and_each_names_rules_of_its_module() -> None:
    modules = {file.stem for file in LIBRARY.glob("*.py")} - NOT_FOR_FAULTS
    for module in modules:
        of_module = [wrong for wrong in EVERY if wrong.module == module]
        assert len(of_module) >= 5
        assert any(wrong.name.startswith("W2_") for wrong in of_module)
        rules = {FAILED_CALL, QUERIES_PURE, *(rule.id for rule in model(module).rulebook.rules)}
        assert all(wrong.fair and wrong.fair <= rules for wrong in of_module)


@pytest.mark.parametrize("wrong", EVERY, ids=lambda wrong: f"{wrong.module}-{wrong.name}")
def test_no_fault_is_accepted_and_no_innocent_rule_is_named(wrong: Wrong) -> None:
    random.seed(0)  # some programs choose
    against = model(wrong.module)
    place = f"odd_faults.{wrong.module}:{wrong.name}"
    verdict = check(
        against, lambda: load(place, against.routines), CheckOptions(games=RANDOM_GAMES)
    )
    assert not verdict.conforms
    assert rules_with_status(verdict, "fail") <= wrong.fair
    assert not rules_with_status(verdict, "pass") & wrong.broken
    named = {fault.rule for fault in verdict.faults if not fault.is_uncertain}
    assert named <= wrong.fair
