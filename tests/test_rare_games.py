"""Rare games: those in which a call is rare are found without a look at all others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest

from modcheck.testing.trace import Trace, state_after
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse

LIBRARY = Path(__file__).parent.parent / "docs" / "library"


def games(write: TraceGenerator, length: int) -> Iterator[Trace]:
    """All games of so many moves, from any start, with usual and rare calls."""
    found: list[Trace] = [[start] for start in write.starts()]
    for _ in range(length):
        found = [
            [*game, choice] for game in found for choice in write.choices(state_after(game[-1]))
        ]
    yield from found


def is_rare(game: Trace, write: TraceGenerator) -> bool:
    """Whether a call of a game is none of the usual ones where it is made."""
    start, *_ = game
    if start.call not in {step.call for step in write.usual_starts()}:
        return True
    return any(
        step.call not in {usual.call for usual in write.usual_choices(state_after(before))}
        for before, step in pairwise(game)
    )


@pytest.mark.parametrize(("name", "length"), [*product(["queue", "stack", "point"], [0, 1, 2])])
def test_the_games_with_a_rare_call_are_those_among_all_games(name: str, length: int) -> None:
    model = SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})
    write = TraceGenerator(model.machine, model.domains, 0)
    due = [game for game in games(write, length) if is_rare(game, write)]
    assert [*write.tree.rare_traces_of_length(length)] == due
    assert due or length == 0 or name == "point"
