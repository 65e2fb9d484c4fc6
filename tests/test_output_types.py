"""Output types: a reply is a value that the access program may yield, or it is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from modcheck.system.implementation import Json
from modcheck.testing.output_types import OutputTypes
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import Machine
from othello_spec import module


@pytest.mark.parametrize(
    ("name", "routine", "allowed", "others"),
    [
        ("othello", "cell", ["black", "empty"], ["green", "", 1, True, None]),
        ("othello", "winner", ["draw", "white"], ["empty", 0]),
        ("othello", "game_over", [True, False], [1, 0, "true", None]),
        ("othello", "count", [0, 64, 10**30], [True, "2", None]),
        ("supply", "left", [30, -1], ["1e400", "30", False]),
    ],
)
def test_a_value_has_the_declared_type(
    name: str, routine: str, allowed: list[Json], others: list[Json]
) -> None:
    types = OutputTypes(Machine(module(name)))
    assert all(types.allow(routine, value) for value in allowed)
    assert not any(types.allow(routine, value) for value in others)


def test_an_optional_value_is_nothing_or_a_value_and_no_word_for_nothing() -> None:
    library = Path(__file__).parent.parent / "docs" / "library" / "vending_machine.py"
    types = OutputTypes(Machine(SpecificationCourse(str(library)).specification))
    assert all(types.allow("slot", value) for value in (None, "cola", "water"))
    assert not any(types.allow("slot", value) for value in ("none", "", 0, False))
