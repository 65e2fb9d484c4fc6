"""Explanations of parts: an observer's output is followed to the clause that decides it."""

from __future__ import annotations

import pytest

from modspec.explain.explain import (
    KeyStep,
    NamedStep,
    Path,
    environment,
    explain_part,
    observed_path,
)
from modspec.explain.explanation import Explanation
from modspec.run.machine import Call, Machine
from modspec.syntax.expressions import Apply
from modspec.syntax.module import Clause
from modspec.syntax.values import State
from othello_spec import module
from othello_spec.board import BLACK, WHITE, Square
from othello_spec.clock import SHORTEST

MATCH = module("match")
MACHINE = Machine(MATCH)


def new_state() -> State:
    state = MACHINE.call(MACHINE.initial(SHORTEST, 0), "begin", (0,)).state
    assert state is not None
    return state


def way(call: Call) -> Path:
    """What of the state an observer shows."""
    observer = MACHINE.routine(call.routine)
    assert observer.output is not None
    scope = environment(MACHINE.instance, observer, new_state(), call.arguments)
    return observed_path(observer.output.value, scope)


def explanation_of(call: Call, observer: Call) -> Explanation:
    """Why the observer shows what it shows after the call."""
    variable, *rest = way(observer)
    function = MACHINE.routine(call.routine)
    clause: Clause = next(a for a in function.transition if NamedStep(a.variable) == variable)
    scope = environment(MACHINE.instance, function, new_state(), call.arguments)
    return explain_part(clause.value, tuple(rest), scope)


def functions_applied(explanation: Explanation) -> list[str]:
    """The functions on the way that decides, with their modules."""
    return [
        f"{part.formula.module.rpartition('.')[2]}.{part.formula.function}"
        for part in explanation.path()
        if isinstance(part.formula, Apply)
    ]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (Call("begun"), (NamedStep("begun"),)),
        (Call("turn"), (NamedStep("game"), NamedStep("turn"))),
        (Call("cell", (0, 7)), (NamedStep("game"), NamedStep("board"), KeyStep(Square(0, 7)))),
        (Call("time_used", (WHITE,)), (NamedStep("clock"), NamedStep("used"), KeyStep(WHITE))),
    ],
    ids=str,
)
def test_an_observer_shows_a_part_of_the_state_by_way_of_other_modules(
    call: Call, expected: Path
) -> None:
    assert expected == way(call)


D3 = Call("move", (2, 3, 1_000))


@pytest.mark.parametrize(
    ("call", "observer", "functions", "rule"),
    [
        (D3, Call("cell", (3, 3)), ["othello.move", "lines.placed"], "capture-all"),
        (D3, Call("cell", (0, 0)), ["othello.move", "lines.placed"], "discs-stay"),
        (D3, Call("turn"), ["othello.move", "othello.next_turn"], "alternate"),
        (
            D3,
            Call("time_used", (BLACK,)),
            ["clock.start", "clock.stop", "clock.used_until"],
            "clock-runs",
        ),
        (D3, Call("discs_left", (BLACK,)), ["supply.take"], "supply"),
    ],
    ids=str,
)  # fmt: skip
def test_what_it_shows_after_a_transition_is_followed_to_the_clause_that_decides(
    call: Call, observer: Call, functions: list[str], rule: str
) -> None:
    explanation = explanation_of(call, observer)
    assert functions == functions_applied(explanation)[: len(functions)]
    assert explanation.find_rule(rule) is not None


@pytest.mark.parametrize("observer", [Call("cell", (3, 3)), Call("time_used", (BLACK,))], ids=str)
def test_the_value_that_is_explained_is_the_one_that_is_shown(observer: Call) -> None:
    after = MACHINE.call(new_state(), D3.routine, D3.arguments).state
    shown = MACHINE.call(after, observer.routine, observer.arguments).output
    assert shown == explanation_of(D3, observer).value
