"""The reader of states: what observers show of a state, row by row, is put together again."""

from __future__ import annotations

from pathlib import Path

import pytest

from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.reader import StateReader
from modcheck.system.implementation import Reply, encode
from modcheck.testing.output_types import OutputTypes
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import Call
from modspec.syntax.values import State, values_of

LIBRARY = Path(__file__).parents[1] / "docs" / "library"


def reader_of(name: str) -> tuple[StateReader, Oracle, State]:
    """The reader of a module of the library, and the state in which the module begins."""
    model = SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})
    oracle = Oracle(model.machine, [])
    start = oracle.due(None, Call("init"))
    assert start is not None
    assert start.state is not None
    types, routines = OutputTypes(model.machine), model.routines
    return StateReader(oracle, types, model.domains, routines, start.state), oracle, start.state


@pytest.mark.parametrize(
    ("name", "shown", "is_whole"),
    [
        ("game_2048", {"board"}, True),  # rows of tiles
        ("tic_tac_toe", {"board", "turn"}, True),  # a mapping
        ("stack", set(), False),  # only the top
        ("connect_four", {"turn"}, False),  # places without a disc are refused
    ],
)
def test_the_variables_that_observers_show_are_known(
    name: str, shown: set[str], is_whole: bool
) -> None:
    reader, _, _ = reader_of(name)
    assert shown == reader.shown
    assert is_whole == reader.is_whole


def test_a_board_of_rows_is_read_back_tile_by_tile() -> None:
    reader, oracle, start = reader_of("game_2048")
    state = start
    for place in ((0, 0, 2), (1, 2, 4)):
        after = oracle.due(state, Call("appear", place))
        assert after is not None
        assert after.state is not None
        state = after.state
    due = [oracle.due(state, call) for call in reader.calls]
    replies = [Reply(encode(outcome.output)) for outcome in due if outcome is not None]
    assert state == reader.read(reader.calls, replies, start)
    for call, outcome in zip(reader.calls, due, strict=True):
        assert outcome == reader.due(state, call)


def test_a_tile_that_is_no_number_is_as_it_should_be() -> None:
    reader, _, start = reader_of("game_2048")
    shown = {Call("tile", (0, 1)): Reply("two"), Call("tile", (2, 2)): Reply(16)}
    replies = [shown.get(call, Reply(0)) for call in reader.calls]
    (board,) = values_of(reader.read(reader.calls, replies, start))
    assert ((0, 0, 0), (0, 0, 0), (0, 0, 16)) == board
