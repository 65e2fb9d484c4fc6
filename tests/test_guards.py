"""Guards raise what the specification raises, and otherwise leave the state as it is."""

from __future__ import annotations

import random

import pytest

from modcheck.testing.guards import argument_guards, guards
from modcheck.testing.trace import state_after
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Machine
from othello_spec import module
from othello_suite.domains import DOMAINS
from test_odd_programs import model


@pytest.mark.parametrize("name", ["othello", "passing"])
def test_guards_raise_where_the_specification_does(name: str) -> None:
    machine = Machine(module(name))
    guarded = guards(machine)
    assert guarded is not None
    generator = TraceGenerator(machine, DOMAINS)
    transitions = [f for f in machine.module.access_programs if f.is_transition and f.state]
    for step in generator.random_steps(random.Random(1), 12):
        state = step.expected.state
        assert state is not None
        for function in transitions:
            for call, due in generator.calls.outcomes(state, function).all:
                said = guarded.call(state, call.routine, call.arguments)
                assert due.exception == said.exception
                assert said.state is state


def test_an_edited_specification_has_no_guards() -> None:
    machine = Machine(module("othello"))
    edited = machine.with_edits({("othello_spec.othello", "turn"): lambda node: node})
    assert guards(edited) is None
    assert argument_guards(edited) is None


@pytest.mark.parametrize("name", ["game_2048", "tic_tac_toe", "connect_four", "sequence", "stack"])
def test_what_raises_for_its_arguments_alone_raises_in_every_state(name: str) -> None:
    generator = TraceGenerator(model(name).machine, model(name).domains)
    guarded, calls, refused = argument_guards(generator.machine), generator.calls, 0
    assert guarded is not None
    for step in generator.random_steps(random.Random(1), 12):
        state = step.expected.state
        assert state is not None
        for function in calls.transitions:
            outcomes = calls.outcomes(state, function)
            for call, due in outcomes.all:
                said = guarded.call(state, call.routine, call.arguments)
                assert said.exception is None or due.exception is not None
                refused += said.exception is not None
            is_possible = any(due.exception is None for _, due in outcomes.rare)
            assert is_possible == calls.has_possible_rare(state, function)
    assert bool(refused) == (name not in ("sequence", "stack"))


def test_rare_calls_that_raise_for_their_arguments_are_tried_once() -> None:
    """A tile appears at a place of the board only, and it is a 2 or a 4."""
    generator = TraceGenerator(model("game_2048").machine, model("game_2048").domains)
    appear = generator.machine.routine("appear")
    states = [state_after(each) for each in generator.random_steps(random.Random(1), 9)]
    assert any(values.rare for values in generator.domains.of_all(appear.module, appear))
    asked = []
    generator.calls.refusals = lambda *given: asked.append(given)
    assert not any(generator.calls.has_possible_rare(state, appear) for state in states)
    assert not asked
