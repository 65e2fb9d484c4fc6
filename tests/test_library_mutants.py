"""Machine-made mutants of programs for the library's modules: modspec rejects all that differ."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from checked_mutants import Mutant, mutants
from modcheck.system.in_process import InProcess
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modlab.specification_course import RANDOM_GAMES, SpecificationCourse

pytest.importorskip("mutmut", reason="mutmut is not installed")

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
CLASSES = {"queue": "Ring", "stack": "Stack", "tic_tac_toe": "Game", "vending_machine": "Machine"}

RING = "queue: self.ring, self.first, self.count = [0, 0, 0], 0, 0 → self.ring, self.first, "
EQUIVALENT = {
    f"{RING}self.count = [1, 0, 0], 0, 0": "an element is written before it is read",
    f"{RING}self.count = [0, 1, 0], 0, 0": "an element is written before it is read",
    f"{RING}self.count = [0, 0, 1], 0, 0": "an element is written before it is read",
    f"{RING}self.count = [0, 0, 0], 1, 0": "an empty ring may begin anywhere",
    "stack: self.pile = [None] * 4 → self.pile = [None] * 5": "the fifth element is never used",
}
"""The mutants that survive, and why no caller can tell them from the program."""


def every() -> list[Mutant]:
    return [mutant for module in CLASSES for mutant in mutants(f"library_programs.{module}")]


@cache
def model(name: str) -> TestModel:
    return SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})


def survives(mutant: Mutant) -> bool:
    name = mutant.module.rpartition(".")[2]
    python = ModuleType("mutated")
    try:
        exec(compile(mutant.text, "mutated.py", "exec"), vars(python))
    except Exception:  # noqa: BLE001  # whatever it raises, it cannot be used
        return False
    against, made = model(name), vars(python)[CLASSES[name]]
    verdict = check(
        against,
        lambda: InProcess(made(), against.routines, "mutated", timeout=2.0, printed=None),
        CheckOptions(games=RANDOM_GAMES),
    )
    return verdict.conforms


def test_there_are_many_mutants_and_what_is_explained_is_one() -> None:
    made = every()
    assert len(made) > 140
    assert EQUIVALENT.keys() <= {mutant.change for mutant in made}


@pytest.mark.parametrize("module", CLASSES)
def test_a_mutant_is_rejected_unless_no_caller_can_tell(module: str) -> None:
    made = mutants(f"library_programs.{module}")
    alive = [mutant.change for mutant in made if survives(mutant)]
    assert alive == [mutant.change for mutant in made if mutant.change in EQUIVALENT]
