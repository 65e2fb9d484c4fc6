"""Guards raise what the specification raises, and otherwise leave the state as it is."""

from __future__ import annotations

import random

import pytest

from modcheck.testing.guards import guards
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Machine
from othello_spec import module
from othello_suite.domains import DOMAINS


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
