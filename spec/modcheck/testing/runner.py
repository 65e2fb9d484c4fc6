"""The runner: plays traces against an implementation, stage by stage, and yields the replies.

The specification may leave a call open: a call whose assumptions do not hold is never made.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, repeat
from typing import TypeAlias

from modcheck.rest import Rest, with_results
from modcheck.system.implementation import Implementation, Reply
from modcheck.system.stopwatch import Stopwatch
from modcheck.testing import budget
from modcheck.testing.applied_queries import applied_queries
from modcheck.testing.choices import follow
from modcheck.testing.recorded import (
    Difference,
    EndPredicate,
    RecordedTrace,
    differences,
    record,
    record_in_parts,
)
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.instance import Instance
from modspec.run.machine import Call

EventPredicate: TypeAlias = Callable[[Instance, TraceStep], bool]
"""Whether a coverage goal is met at a transition or query that the specification was run for."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""Takes the stage, the number of its traces that are done, and their total, 0 if unknown."""

Batches: TypeAlias = Callable[[], Iterable[Sequence[RecordedTrace]]]
"""Makes recorded traces as they are needed, some at a time."""


@dataclass(frozen=True)
class StageCoverage:
    """How much one stage of a check exercised."""

    name: str
    games: int
    calls: int


@dataclass
class Coverage:
    """How much a check exercised."""

    games: int = 0
    calls: int = 0
    routines: Counter[str] = field(default_factory=Counter)
    exceptions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    """How often each coverage goal was met, by name."""
    stages: list[StageCoverage] = field(default_factory=list)


@dataclass(frozen=True)
class Stage:
    """Traces under one name: recorded ones if there are any, else generated ones."""

    name: str
    generate: Callable[[Runner], Iterable[Trace]] = lambda runner: ()
    """Makes the traces. It may run implementations of its own."""
    recorded: Batches | None = None
    count: int = 0
    """The number of generated traces, or of tries; 0 if it is not known."""
    complete_length: int = -1
    """All games of at most so many transitions are played in this stage or were before."""
    is_replaced: bool = False
    """Whether local games take its place with a program that left recorded games."""
    is_extra: bool = False
    """Whether the stage was asked for besides: it may take as long as it takes."""
    is_independent: bool = False
    """Whether it generates the same, whatever was generated or replied before."""


@dataclass(frozen=True)
class Play:
    """A trace that was played."""

    trace: RecordedTrace
    difference: Difference | None
    """How the replies differ from the expected ones; None if they do not."""
    earlier_games: tuple[Call, ...]
    """The transitions of earlier games, since the implementation was fresh."""


class Runner:
    """Plays traces against one implementation."""

    def __init__(
        self,
        generator: TraceGenerator,
        make: Callable[[], Implementation],
        goals: Mapping[str, EventPredicate] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Play on implementations from ``make``: each as it is when its program just started."""
        self.generator = generator
        self.coverage = Coverage()
        self.restarts_each_trace = False
        """Whether every trace needs a fresh implementation: a later game begins otherwise."""
        self.limit = math.inf
        """The seconds, of a stopwatch, after which the stages of a check are not gone on with."""
        self.is_late = False
        """Whether this time was over before all calls were made."""
        self.is_broken_off = False
        """Whether calls were not made since the program broke down too often."""
        self.has_hung = False
        """Whether the program left a call without an answer for too long."""
        self.breakdowns: dict[str, str] = {}
        """The routines in which the program broke down, each with how it did so last."""
        self.is_end: EndPredicate | None = None
        """Which wrong replies end a trace, if any do: what comes later is not judged."""
        self.is_stopped: Callable[[], bool] = lambda: False
        """Whether the stages of a check are not to be gone on with, whatever the time."""
        self.prepared: Mapping[str, Iterable[Sequence[RecordedTrace]]] = {}
        """The recorded traces of stages that are generated elsewhere, by name."""
        self._stopwatch = Stopwatch()
        self._make = make
        self._implementation: Implementation | None = None
        self._goals = dict(goals or {})
        self._progress: Progress = progress or (lambda stage, done, total: None)
        self._earlier_games: list[Call] = []
        self._breakdowns = 0

    @property
    def broken_queries(self) -> Mapping[str, str]:
        """The queries in which the program broke down too often, each with how it did so last.

        None if it broke down in a transition as well: no game can do without it. But if it hung in
        both, and the transition applies the query, then it is the query that hangs in both.
        """
        broken = {name: self.generator.machine.routine(name) for name in self.breakdowns}
        queries = {
            name: how for name, how in self.breakdowns.items() if not broken[name].is_transition
        }
        others = [each for each in broken.values() if each.is_transition]
        is_of_a_query = self.has_hung and all(
            applied_queries(each, each.clauses()) & queries.keys() for each in others
        )
        return queries if self.is_broken_off and (is_of_a_query or not others) else {}

    @property
    def implementation(self) -> Implementation:
        """The implementation, started if it was not."""
        if self._implementation is None:
            self._implementation = self._make()
        return self._implementation

    def fresh(self) -> None:
        """Close the implementation, so that the next call meets a fresh one."""
        if self._implementation is not None:
            self._implementation.close()
            self._implementation = None
        self._earlier_games = []

    def pace(self, calls: Sequence[Call], bearable: float) -> float:
        """Return the seconds that a fresh implementation takes for a call; 0 if it breaks down.

        The calls, a game from its start on, are made in rounds, and the fastest round counts: a
        program may prepare something at first, and the machine may be busy. If this seems more than
        is bearable, all calls are made again and again before it is believed. A short game is
        played several times in a round: to begin a round takes longer than a few calls.
        """
        self.fresh()
        try:
            best, spent = math.inf, 0.0
            ends = [*accumulate(budget.PACE_ROUNDS)]
            calls = [*calls] * math.ceil(ends[-1] / len(calls))
            rounds = (calls[begin:end] for begin, end in zip([0, *ends], ends, strict=False))
            for some in chain(filter(None, rounds), repeat(calls)):
                if best <= bearable and (spent > budget.PACE_SECONDS or some is calls):
                    break
                if best < math.inf and spent + best * len(some) > budget.PACE_PATIENCE:
                    break
                watch = Stopwatch()
                replies = self.implementation.answer(some)
                seconds = watch.seconds()
                if any(reply.fault for reply in replies):
                    return 0.0
                spent, best = spent + seconds, min(best, seconds / len(some))
            return best
        finally:
            self.fresh()

    def another_implementation(self, stage: str, number: int, total: int) -> Implementation:
        """Return another fresh implementation for one try of a stage, which closes it."""
        self._progress(stage, number, total)
        return self._make()

    def plays(self, stage: Stage) -> Iterator[Play]:
        """Play the traces of a stage; count their calls."""
        games, calls, done = self.coverage.games, self.coverage.calls, 0
        try:
            for traces, total in self._traces_of(stage):
                first = 0 if stage.recorded else done
                for number, (trace, found) in enumerate(self._differences(traces), first):
                    done += 1
                    if self.is_stopped():
                        return
                    if not stage.is_extra and self._stopwatch.is_over(self.limit):
                        self.is_late = True
                        return
                    self._progress(stage.name, number, total)
                    self._count(trace if found is None else trace.up_to(len(found.replies)))
                    yield Play(trace, found, tuple(self._earlier_games))
                    self._earlier_games += trace.game
        finally:
            games, calls = self.coverage.games - games, self.coverage.calls - calls
            self.coverage.stages.append(StageCoverage(stage.name, games, calls))
        self._progress(stage.name, stage.count, stage.count)

    def replay(self, traces: Iterable[RecordedTrace]) -> Iterator[Play]:
        """Play traces without counting them."""
        for trace, found in self._differences(traces):
            yield Play(trace, found, tuple(self._earlier_games))
            self._earlier_games += trace.game

    def replay_after_breakdowns(self, trace: RecordedTrace) -> Iterator[Play]:
        """Play a trace on a fresh program, without counting it, though it broke down too often."""
        self.fresh()
        self._breakdowns = 0
        yield from self.replay([trace])

    def _traces_of(self, stage: Stage) -> Iterator[tuple[Iterable[RecordedTrace], int]]:
        """Yield traces of a stage that are played as one, each time with the total to be shown.

        Generated traces are, so that some are recorded while the program answers others; but each
        alone where it may follow from the replies to the one before.
        """
        if stage.recorded:
            yield from ((traces, len(traces)) for traces in stage.recorded())
        elif stage.is_extra:
            yield from ((traces, stage.count) for traces in self.record(stage))
        else:
            traces = self.prepared.get(stage.name) or self.record(stage)
            yield chain.from_iterable(traces), stage.count

    def record(self, stage: Stage) -> Iterator[Sequence[RecordedTrace]]:
        """Generate the traces of a stage, and record them.

        Each alone, where one trace may follow from the replies to another.
        """
        events = self.events_of if self._goals else None
        traces = ((stage.name, trace) for trace in stage.generate(self))
        return record_in_parts(traces, events, stage.is_extra)

    def _record(self, traces: Sequence[tuple[str, Trace]]) -> Sequence[RecordedTrace]:
        return record(traces, self.events_of) if self._goals else record(traces)

    def events_of(self, step: TraceStep) -> Iterator[str]:
        """Yield the coverage goals that a step meets."""
        if step.purpose in (Purpose.COMMAND, Purpose.QUERY):
            instance = self.generator.machine.instance
            for name, is_met in self._goals.items():
                if is_met(instance, step):
                    yield name

    def count_trace(self, trace: Trace) -> None:
        """Count a trace that another implementation played, rightly."""
        (recorded,) = self._record([("", trace)])
        self._count(recorded)
        self.count_events(recorded)

    def count_events(self, trace: RecordedTrace) -> None:
        """Count the coverage goals that a trace meets, as far as the implementation went."""
        self.coverage.events.update(trace.events)

    def count_local(self, steps: Trace, wrong: Collection[int], has_goals: bool = True) -> None:
        """Count a game of another implementation, and the goals that it is the first to meet.

        ``has_goals`` is false for a game in which too little was asked for a goal.
        """
        coverage = self.coverage
        coverage.games += 1
        coverage.calls += len(steps)
        coverage.routines.update(step.call.routine for step in steps)
        coverage.exceptions.update(s.expected.exception for s in steps if s.expected.exception)
        missing = {name: met for name, met in self._goals.items() if not coverage.events[name]}
        if not has_goals:
            return
        instance = self.generator.machine.instance
        for number, step in enumerate(steps):
            if step.purpose in (Purpose.COMMAND, Purpose.QUERY) and number not in wrong:
                for name in [name for name, is_met in missing.items() if is_met(instance, step)]:
                    coverage.events[name] += 1
                    del missing[name]

    def is_hanging(self, calls: Iterable[Call], replies: Iterable[Reply]) -> bool:
        """Whether another implementation hung in a game; if so, note in which routine."""
        for call, reply in zip(calls, replies, strict=False):
            if reply.timed_out:
                self.breakdowns[call.routine] = reply.fault or ""
                self.has_hung = self.is_broken_off = True
                return True
        return False

    def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Return what the implementation replies to some calls."""
        if self.restarts_each_trace:
            self.fresh()
        return self.implementation.answer(calls)

    def replies_to_each(self, games: Iterable[Sequence[Call]]) -> Iterator[list[Reply]]:
        """Yield what one implementation replies to the calls of each game.

        Games may be taken ahead, while a program answers. All of them are to be taken.
        """
        implementation = self.implementation
        each = getattr(implementation, "answer_each", None)
        yield from each(games) if each else map(implementation.answer, games)

    def _differences(
        self, traces: Iterable[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference | None]]:
        """Yield how the replies to each trace differ; none after too many breakdowns.

        A program that breaks down is started again. Traces may be taken ahead, while the program
        answers.
        """
        rest, goes_on = Rest(traces), True
        while goes_on and self._breakdowns < budget.MOST_BREAKDOWNS:
            goes_on, some = False, iter(rest)
            if self.restarts_each_trace and (one := next(some, None)):
                self.fresh()
                some = iter([one])
            for trace, found in self._play_each(some):
                rest.note_done()
                yield trace, found
                goes_on = self.restarts_each_trace
                if found is not None and (fault := found.breakdown):
                    self.has_hung |= fault.timed_out
                    self._breakdowns += budget.MOST_BREAKDOWNS if fault.timed_out else 1
                    place = next(n for n in found.wrong if found.replies[n] is fault)
                    self.breakdowns[trace.calls[place].routine] = fault.fault or ""
                    self.fresh()
                    goes_on = True
                    break
        self.is_broken_off |= sum(1 for _ in rest) > 0

    def _play_each(
        self, traces: Iterable[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference | None]]:
        """Yield the traces with how replies differ; where the program chooses, as it went on."""
        if not self.generator.machine.makes_choices:
            yield from with_results(
                traces, lambda some: differences(self.implementation, some, self.is_end)
            )
            return
        for trace in traces:
            calls = zip(trace.calls, trace.purposes, strict=True)
            steps, replies = follow(self.implementation, calls, self.generator)
            (followed,) = self._record([(trace.name, steps)])
            yield followed, followed.difference_from(replies)

    def _count(self, trace: RecordedTrace) -> None:
        coverage = self.coverage
        coverage.games += 1
        coverage.calls += len(trace)
        coverage.routines += trace.routines
        coverage.exceptions += trace.exceptions
