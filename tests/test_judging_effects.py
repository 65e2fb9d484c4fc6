"""Effects: what may come of another fault is no fault of its own, and chance is no explanation."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from modcheck.judging.causes.table import Cause
from modcheck.judging.play.facts import GatheredFacts
from modcheck.judging.rules.effects import Effects
from modcheck.system.implementation import Implementation, Reply
from modcheck.testing import budget
from modcheck.testing.recorded import record
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.trace import Purpose
from modcheck.testing.trace_generator import TraceGenerator
from othello_suite.test_model import build_test_model

FLIPS, CAPTURES, COUNT = ("lines", "flips"), ("lines", "captures"), ("lines", "count")


UNDEFINED: Any = "a state in which the invariant does not hold"


def cause(routine: str, weight: float, candidate: int | None = None, before: Any = None) -> Cause:
    """A cause that a routine shows in a state, with one fact."""
    step, kind, run = SimpleNamespace(before=before), (routine, "(out)"), object()
    fact: Any = SimpleNamespace(
        kind=kind, is_crash=lambda _: False, reply=Reply(1), step=step, run=run, number=1
    )
    return Cause([fact], candidate, weight=weight)


class Places:
    """Where causes may lie: in the functions that are given for each routine, the first its own."""

    def __init__(self, causes: Sequence[Cause], **functions: tuple[tuple[str, str], ...]) -> None:
        self.causes, self._functions = causes, functions

    def within(self, cause: Cause) -> frozenset[tuple[str, str]]:
        return frozenset(self._functions[cause.facts[0].kind[0]])

    of = inner = suspects_of = within

    def own(self, cause: Cause) -> tuple[str, str]:
        return self._functions[cause.facts[0].kind[0]][0]

    function_of = own


def effects(
    *causes: Cause, accepted: Cause | None = None, **functions: tuple[tuple[str, str], ...]
) -> Effects:
    """The effects among some causes; before the facts of one, a call was ``accepted``."""
    places: Any = Places(causes, **functions)
    oracle: Any = SimpleNamespace(is_defined=lambda state: state is not UNDEFINED)
    refused: Any = SimpleNamespace(
        run=accepted and accepted.facts[0].run,
        number=0,
        purpose=Purpose.REJECTED,
        reply=Reply(None),
    )
    found = Effects(places, oracle, GatheredFacts([refused]))
    found.compare(causes, known=())
    return found


def test_what_may_come_of_a_fault_is_an_effect_however_much_it_weighs() -> None:
    fault, heavy, apart = cause("flip", 9, candidate=1), cause("move", 8), cause("count", 1)
    found = effects(fault, heavy, apart, flip=(FLIPS,), move=(CAPTURES, FLIPS), count=(COUNT,))
    assert [False, True, False] == [found.is_effect(each) for each in (fault, heavy, apart)]


def test_a_fault_that_was_told_has_effects_also_when_it_is_not_seen_any_more() -> None:
    told, later = cause("flip", 1), cause("move", 2)
    found = effects(told, later, flip=(FLIPS,), move=(CAPTURES, FLIPS))
    assert not found.is_effect(later)
    found.tell(told)
    found.compare([later], known=())
    assert found.is_effect(later)


def test_of_causes_that_may_be_one_fault_the_heaviest_shows_it() -> None:
    light, heavy = cause("flip", 1), cause("move", 3)
    assert effects(light, heavy, flip=(FLIPS,), move=(CAPTURES, FLIPS)).is_effect(light)
    assert not effects(light, heavy, flip=(FLIPS,), move=(CAPTURES,)).is_effect(light)


def test_a_candidate_that_leaves_much_of_its_routine_unexplained_agrees_by_chance() -> None:
    for rest, is_chance in ((2, False), (3, True)):
        fault, left = cause("winner", 10, candidate=1), cause("winner", rest)
        assert is_chance == effects(fault, left, winner=(COUNT,)).is_effect(fault)


def test_what_is_left_where_the_invariant_does_not_hold_is_no_chance() -> None:
    for before, is_chance in ((None, True), (UNDEFINED, False)):
        fault, left = cause("up", 10, candidate=1), cause("up", 8, before=before)
        assert is_chance == effects(fault, left, up=(COUNT,)).is_effect(fault)


def test_a_candidate_agrees_by_chance_beside_a_heavier_fault_of_the_same_functions() -> None:
    light, heavy = cause("over", 5, candidate=1), cause("move", 6)
    assert effects(light, heavy, over=(CAPTURES,), move=(CAPTURES,)).is_effect(light)
    assert not effects(light, heavy, over=(COUNT,), move=(CAPTURES,)).is_effect(light)


def test_a_candidate_that_is_known_is_a_fault_whatever_is_left() -> None:
    fault, left = cause("winner", 1, candidate=1), cause("winner", 10)
    found = effects(fault, left, winner=(COUNT,))
    found.compare([fault, left], known=[1])
    assert not found.is_effect(fault)


def test_what_comes_after_an_accepted_call_does_not_speak_against_a_candidate() -> None:
    fault, later = cause("undo", 2, candidate=1), cause("undo", 9)
    found = effects(fault, later, undo=(COUNT,))
    assert found.is_effect(fault)
    found = effects(fault, later, accepted=later, undo=(COUNT,))
    assert not found.is_effect(fault)


class Stops:
    """A program that stops at every call."""

    name, routines, conventions = "stops", frozenset(("init", "move")), {}

    def answer(self, calls: Sequence[object]) -> list[Reply]:
        return [Reply(fault="it stopped")] * len(calls)

    def close(self) -> None: ...


def test_a_runner_says_that_traces_were_not_played_after_too_many_breakdowns() -> None:
    model = build_test_model()
    generator = TraceGenerator(model.machine, model.domains)
    trace = generator.observed_game([generator.start().call])

    def make() -> Implementation:
        return Stops()

    def is_broken_off(traces: int) -> bool:
        runner = Runner(generator, make)
        recorded = record([("", trace)] * traces)
        list(runner.plays(Stage("all", recorded=lambda: [recorded])))
        return runner.is_broken_off

    assert [False, True] == [is_broken_off(budget.MOST_BREAKDOWNS + more) for more in (0, 1)]
