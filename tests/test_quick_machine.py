"""The machine that a check asks says what any machine says, and games are counted rightly."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from modcheck.testing.quick_machine import QuickMachine
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import AssumptionViolated, Call, Machine, Outcome
from modspec.run.mutants import mutants
from modspec.syntax.values import State

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
MODULES = sorted({file.stem for file in LIBRARY.glob("*.py")} - {"tic_tac_toe_theorems"})
MOST = 200


def outcome(machine: Machine, state: State | None, call: Call) -> Outcome | None:
    try:
        return machine.call(state, call.routine, call.arguments)
    except AssumptionViolated:
        return None


def generator(name: str, machine: Machine | None = None) -> TraceGenerator:
    course = SpecificationCourse(str(LIBRARY / f"{name}.py"))
    return TraceGenerator(machine or Machine(course.module(name)), course.domains())


@pytest.mark.parametrize("name", MODULES)
def test_each_call_has_the_outcome_that_any_machine_gives_it(name: str) -> None:
    plain = generator(name)
    machine, module = QuickMachine(plain.machine.module), plain.machine.module
    chance = random.Random(name)
    for _ in range(2):
        for step in plain.random_steps(chance, 6):
            state = step.expected.state
            assert state is not None
            for function in module.access_programs:
                for call in plain.calls.some_calls(state, function, chance, MOST):
                    assert outcome(machine, state, call) == outcome(plain.machine, state, call)


def test_a_mutant_takes_what_the_specification_refuses_for_its_arguments() -> None:
    module = generator("game_2048").machine.module
    quick = QuickMachine(module)
    state, call = quick.initial(), Call("appear", (-1, 0, 2))
    assert outcome(quick, state, call) == Outcome(state, exception="OutOfBounds")
    some = [each for each in mutants(module) if each.function == "appear"]
    differing = [
        mutant
        for mutant in some
        if outcome(quick.with_edits(mutant.edits), state, call) != outcome(quick, state, call)
    ]
    assert differing
    for mutant in some:
        edited, slow = quick.with_edits(mutant.edits), Machine(module, edits=mutant.edits)
        assert outcome(edited, state, call) == outcome(slow, state, call)


@pytest.mark.parametrize("name", ["queue", "stack", "tic_tac_toe", "vending_machine"])
def test_games_are_counted_as_they_are_listed(name: str) -> None:
    write = generator(name)
    for length in range(4):
        games = sum(1 for _ in islice(write.tree.games_of_length(length), MOST))
        assert write.tree.has_more_games(length, games - 1)
        assert write.tree.has_more_games(length, games) == (games == MOST)


def test_equal_states_are_one_object() -> None:
    quick = QuickMachine(generator("stack").machine.module)
    one = quick.call(quick.initial(), "push", (1,)).state
    more = quick.call(one, "push", (2,)).state
    assert quick.call(more, "pop").state is one


class CountingMachine(QuickMachine):
    """Counts the calls."""

    calls = 0

    def call(self, *given: Any) -> Outcome:
        self.calls += 1
        return super().call(*given)


def test_what_is_asked_again_in_a_state_is_known() -> None:
    module = generator("lending").machine.module
    machine = CountingMachine(module)
    write = generator("lending", machine)
    state = write.start().expected.state
    assert state is not None
    first = write.usual_choices(state), write.few_rejected(state, random.Random(0), 2)
    made = machine.calls
    assert first == (write.usual_choices(state), write.few_rejected(state, random.Random(0), 2))
    assert made == machine.calls > 0
