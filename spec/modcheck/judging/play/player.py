"""The player: plays with a program, and gathers the facts that its replies show.

Recorded traces are played first, all of them. Where the program leaves a trace for another state,
local games go on from the state that it shows: their next calls are chosen from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact, LocalRun, Reading
from modcheck.judging.play.reader import StateReader
from modcheck.system.implementation import Implementation, Reply
from modcheck.testing.choices import chosen_step, with_choice
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State


@dataclass(frozen=True)
class LocalBudget:
    """How much is asked in each state of a local game."""

    queries: int = 8
    rejected: int = 3
    transitions: int = 80
    visits: int = 3
    """How often a game may come to the same state before it ends."""


class Player:
    """Plays local games with fresh programs."""

    def __init__(
        self,
        oracle: Oracle,
        generator: TraceGenerator,
        reader: StateReader,
        reading: Reading,
        make: Callable[[], Implementation],
    ) -> None:
        self._oracle, self._generator = oracle, generator
        self._reader, self._reading, self._make = reader, reading, make
        self._observed: tuple[State | None, Trace] = None, []

    def play(
        self,
        stage: str,
        guides: Sequence[Sequence[Call]],
        chance: random.Random,
        budget: LocalBudget = LocalBudget(),
    ) -> tuple[LocalRun, list[Fact]]:
        """Play one game, as a guide has it as far as that is possible, else at random.

        Of several guides, forms of one game, the first is taken that can begin as the program does.
        """
        run, facts = LocalRun(stage), list[Fact]()
        program = self._make()
        try:
            for found in self._steps(program, run, guides, chance, budget):
                facts += found
        finally:
            program.close()
        return run, facts

    def _steps(
        self,
        program: Implementation,
        run: LocalRun,
        guides: Sequence[Sequence[Call]],
        chance: random.Random,
        budget: LocalBudget,
    ) -> Iterator[list[Fact]]:
        state: State | None = None
        pending = list(guides[0])
        visits: dict[State, int] = {}
        for number in range(budget.transitions):
            if number == 1:
                pending = self._fitting(state, guides)
            call = self._next(state, pending, chance)
            if call is None:
                return
            begin = len(run.calls)
            replies: list[Reply] = []
            if self._oracle.machine.chooses(call.routine):  # what follows depends on the choice
                replies = program.answer([call])
                call = with_choice(call, replies[0], self._oracle.machine)
            outcome = self._oracle.due(state, call)
            assert outcome is not None
            due = outcome.state or state
            assert due is not None
            steps = [TraceStep(call, state, outcome, Purpose.COMMAND), *self._observation(due)]
            replies += program.answer([step.call for step in steps[len(replies) :]])
            run.add(steps, replies)
            wrong = run.judge(self._oracle, begin)
            facts, _ = self._reading.facts(run, wrong)
            yield facts
            if any(reply.fault and not reply.goes_on for reply in replies):
                return
            state = self._state_seen(run, range(begin + 1, len(run.calls)), wrong, due)
            if state != due:
                state = self._with_the_rest(program, run, state, steps)
            visits[state] = visits.get(state, 0) + 1
            if visits[state] > budget.visits:
                return
            begin = len(run.calls)
            steps = self._examination(state, chance, budget)
            replies = program.answer([step.call for step in steps])
            pairs = zip(steps, replies, strict=True)
            run.add([chosen_step(step, reply, self._generator) for step, reply in pairs], replies)
            wrong = run.judge(self._oracle, begin)
            facts, _ = self._reading.facts(run, wrong)
            yield facts
            if any(reply.fault and not reply.goes_on for reply in replies):
                return
            last = [n for n in range(begin, len(run.calls)) if run.purposes[n] is Purpose.OBSERVE]
            last = last[-len(self._observation(state)) :]
            state = self._state_seen(run, last, wrong, state)

    def _state_seen(
        self, run: LocalRun, places: Sequence[int], wrong: Collection[int], due: State
    ) -> State:
        """Return the state that observations show: the one that is due unless some are wrong."""
        if not self._reader.is_misread and set(wrong).isdisjoint(places):
            return due
        calls, replies = [run.calls[n] for n in places], [run.replies[n] for n in places]
        return self._reader.read(calls, replies, due)

    def _fitting(self, state: State | None, guides: Sequence[Sequence[Call]]) -> list[Call]:
        """Return the rest of the first guide that can go on from the first state."""
        for guide in guides:
            outcome = self._oracle.due(state, guide[1]) if len(guide) > 1 else None
            if outcome is not None and outcome.exception is None:
                return list(guide[1:])
        return list(guides[0][1:])

    def _with_the_rest(
        self, program: Implementation, run: LocalRun, state: State, asked: Trace
    ) -> State:
        """Return the state that is shown also by observers that could not be asked before."""
        before = {step.call for step in asked}
        rest = [step for step in self._observation(state) if step.call not in before]
        replies = program.answer([step.call for step in rest])
        shown = self._reader.read([step.call for step in rest], replies, state)
        due = [replace(step, before=shown, expected=self._due(shown, step.call)) for step in rest]
        run.add(due, replies)
        return shown

    def _due(self, state: State, call: Call) -> Outcome:
        outcome = self._oracle.due(state, call)
        assert outcome is not None
        return outcome

    def _observation(self, state: State) -> Trace:
        """Return all observers' calls, judged where the specification says what is due."""
        if self._observed[0] != state:
            due = ((call, self._reader.due(state, call)) for call in self._reader.calls)
            self._observed = (
                state,
                [TraceStep(call, state, each, Purpose.OBSERVE) for call, each in due if each],
            )
        return self._observed[1]

    def _examination(self, state: State, chance: random.Random, budget: LocalBudget) -> Trace:
        queries = self._generator.few_queries(state, chance, budget.queries)
        observation = self._observation(state)
        rejected = self._generator.few_rejected(state, chance, budget.rejected)
        return [*queries, *observation, *rejected, *observation]

    def _next(self, state: State | None, pending: list[Call], chance: random.Random) -> Call | None:
        write = self._generator
        if state is None:
            return pending.pop(0) if pending else write.start().call
        while pending:
            call = pending.pop(0)
            if write.machine.is_initializer(call):
                return call
            outcome = self._oracle.due(state, call)
            if outcome is not None and outcome.exception is None:
                return call
            if write.random_choice(state, chance)[0] is not None:
                pending.clear()
            else:
                while pending and not write.machine.is_initializer(pending[0]):
                    pending.pop(0)
        step, _ = write.random_choice(state, chance)
        return step.call if step else None
