"""The state graph: shortest ways, and a tour that makes each transition in each state once."""

from __future__ import annotations

from pathlib import Path

import pytest

from modcheck.testing.state_graph import StateGraph
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse
from modspec.syntax.values import State

LIBRARY = Path(__file__).parent.parent / "docs" / "library"


def generator_of(name: str) -> TraceGenerator:
    model = SpecificationCourse(str(LIBRARY / f"{name}.py")).test_model(name, {}, {})
    return TraceGenerator(model.machine, model.domains)


@pytest.mark.parametrize("name", ["queue", "lending", "symbol_table"])
def test_a_tour_makes_each_transition_in_each_state_once(name: str) -> None:
    generator = generator_of(name)
    graph = StateGraph(generator, 1000)
    assert graph.is_whole
    made: list[tuple[State | None, str]] = []
    for way, calls in graph.tour(16):
        game = [*way, *calls]
        states = [None, *(step.expected.state for step in game)]
        assert states[:-1] == [step.before for step in game]
        made += [(step.before, str(step.call)) for step in calls]
    wanted = {(s, str(each.call)) for s in graph for each in generator.usual_choices(s)}
    assert wanted == {*made}
    assert len(wanted) == len(made)


def test_ways_are_as_short_as_all_short_games_show() -> None:
    generator = generator_of("queue")
    graph = StateGraph(generator, 1000)
    for length in range(3):
        for trace in generator.tree.traces_of_length(length):
            state = trace[-1].expected.state
            assert state is not None
            assert len(graph.way(state)) <= len(trace)


def test_states_beyond_the_limit_are_left_out_and_it_says_so() -> None:
    graph = StateGraph(generator_of("queue"), 20)
    assert len(graph) == 20
    assert not graph.is_whole
    assert all(step.expected.state in {*graph} for s in graph for step in graph.choices(s))


def test_most_modules_of_the_library_have_few_states() -> None:
    names = {file.stem for file in LIBRARY.glob("*.py")} - {"tic_tac_toe_theorems"}
    few = {name for name in names if StateGraph(generator_of(name), 1000).is_whole}
    many = {"connect_four", "game_2048", "stack", "tic_tac_toe", "vending_machine"}
    assert many == names - few
