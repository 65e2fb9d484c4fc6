"""Many games that are sent at a time are judged as if each was sent alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from library_programs.stack import Stack
from modcheck.judging.expected.candidates import candidates
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.examiner import Examiner
from modcheck.judging.play.facts import Reading
from modcheck.judging.play.sought import Sought
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.system.pipe import AFTERWARDS
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.output_types import OutputTypes
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Trace, state_after
from modcheck.testing.trace_generator import TraceGenerator
from modlab.specification_course import SpecificationCourse
from modspec.run.machine import Call

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
MODEL = SpecificationCourse(str(LIBRARY / "stack.py")).test_model("stack", {}, {})


class SecondPopDoesNothing(Stack):
    """After an item was removed, no other is."""

    def init(self) -> None:
        super().init()
        self.removed = False

    def pop(self) -> None:
        if self.removed:
            self.top()  # raises Empty if it is due
        else:
            super().pop()
            self.removed = True


class BreaksDownLikeAProcess(InProcess):
    """At the fourth push it breaks down, and answers nothing that was asked at the same time."""

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        replies, pushed = list[Reply](), 0
        for call in calls:
            pushed = 0 if call.routine == "init" else pushed + (call.routine == "push")
            if pushed == 4:
                rest = len(calls) - len(replies) - 1
                return [*replies, Reply(fault="it broke down"), *[AFTERWARDS] * rest]
            replies += super().answer([call])
        return replies


def examiner(kind: type[InProcess]) -> Examiner:
    """What takes every fact for the fault that it looks for."""
    oracle = Oracle(MODEL.machine, [])
    generator = TraceGenerator(oracle.machine, MODEL.domains, 0)
    runner = Runner(generator, lambda: kind(SecondPopDoesNothing(), MODEL.routines))
    reading = Reading(oracle, OutputTypes(oracle.machine))
    return Examiner(runner, oracle, reading, lambda length: None, Sought(lambda fact: True), {})


def games_with_queries(looks: Examiner) -> Iterator[Trace]:
    """All games of four moves, each with the queries at its end."""
    for game in looks.generator.tree.traces_of_length(4):
        assert game[-1].expected.state is not None
        yield [*game, *looks.generator.queries(game[-1].expected.state, EVERYTHING)]


@pytest.mark.parametrize("kind", [InProcess, BreaksDownLikeAProcess])
def test_many_games_at_a_time_show_what_each_shows_alone(kind: type[InProcess]) -> None:
    looks = examiner(kind)
    games = [*games_with_queries(looks)]
    alone = [found for game in games if (found := looks.try_trace(game, fresh=False))]
    assert 5 < len(alone) < len(games)
    assert [*looks.mismatches_in(lambda: games, 4)] == alone


def test_games_are_played_once_for_all_faults() -> None:
    looks, asked_for = examiner(InProcess), list[str]()

    def games(*, wanted: str) -> Iterator[Trace]:
        asked_for.append(wanted)
        return games_with_queries(looks)

    first = [*looks.mismatches_in(lambda: games(wanted="once"), "short")]
    assert first
    assert [*looks.mismatches_in(lambda: games(wanted="again"), "short")] == first
    assert [*looks.mismatches_in(lambda: games(wanted="others"), "long")] == first
    assert asked_for == ["once", "others"]


def test_a_call_may_show_a_fault_where_the_candidate_does_not_do_what_is_due() -> None:
    every = candidates(MODEL.module)
    numbers = [n for n, each in enumerate(every) if each.function == "pop"]
    oracle = Oracle(MODEL.machine, every)
    write = TraceGenerator(oracle.machine, MODEL.domains, 0)
    steps = [step for game in write.tree.traces_of_length(3) for step in game]
    steps += [each for step in steps for each in write.examination(state_after(step), EVERYTHING)]
    pops, told = [step for step in steps if step.call.routine == "pop"], 0
    for number in numbers:
        shown = [step for step in steps if Sought(lambda _: True, number).may_show(step, oracle)]
        assert shown
        assert all(oracle.outcome(number, s.before, s.call) != s.expected for s in shown)
        assert {"pop"} == {step.call.routine for step in shown}
        told += len(shown)
    assert told < len(numbers) * len(pops)


def test_without_a_candidate_a_call_of_the_routine_may_show_a_fault_if_the_same_is_due() -> None:
    oracle = Oracle(MODEL.machine, [])
    write = TraceGenerator(oracle.machine, MODEL.domains, 0)
    (start,) = write.starts()
    steps = [start, *write.examination(state_after(start), EVERYTHING)]
    any_pop = Sought(lambda _: True, routine="pop")
    full = Sought(lambda _: True, routine="pop", exceptions=frozenset({"Full"}))
    empty = Sought(lambda _: True, routine="pop", exceptions=frozenset({"Empty"}))
    found = [[s.call for s in steps if each.may_show(s, oracle)] for each in (any_pop, full, empty)]
    assert [[Call("pop")], [], [Call("pop")]] == found
    assert any_pop.aim != full.aim
