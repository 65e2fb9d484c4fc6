"""The runner: plays traces against an implementation, stage by stage, and yields mismatches.

The runner compares only what the specification says: a call whose assumptions do not hold is never
made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from modcheck.system.implementation import Implementation, Json, Reply, encode
from modcheck.testing.mismatch import Mismatch, agrees, mismatch_at
from modcheck.testing.recorded import Difference, RecordedTrace, differences
from modcheck.testing.trace import Purpose, Trace, TraceGenerator, TraceStep
from modspec.run.domains import elements
from modspec.run.instance import Instance
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant

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


class Runner:
    """Plays traces against one implementation."""

    def __init__(
        self,
        generator: TraceGenerator,
        make: Callable[[], Implementation],
        goals: Mapping[str, EventPredicate] | None = None,
        progress: Progress | None = None,
        coverage: Coverage | None = None,
        reference: Machine | None = None,
        assumed: Sequence[Mutant] = (),
        all_games: Callable[[int | None], Sequence[RecordedTrace] | None] | None = None,
        restarts_each_trace: bool = False,
        scenarios: Sequence[Sequence[Call]] = (),
    ) -> None:
        """Play on implementations from ``make``: each as it is when its program has just started.

        What is exercised is added to ``coverage``. ``reference`` is the specification as it stands;
        the generator's is mutated by the mutants that are ``assumed``. ``all_games`` returns all
        games of so many transitions, or the long ones for None, if they are recorded.
        ``restarts_each_trace`` says that every trace needs a fresh implementation, since a second
        game does not begin as the first one does. ``scenarios`` are games that reach rare rules.
        """
        self.generator = generator
        self.coverage = Coverage() if coverage is None else coverage
        self.reference = reference or generator.machine
        self.assumed = tuple(assumed)
        self.all_games = all_games or (lambda length: None)
        self.restarts_each_trace = restarts_each_trace
        self.scenarios = scenarios
        self.mutated_oracles: dict[Mutant, Machine | None] = {}
        """The assumed specification with one more mutant; None if the two cannot be combined."""

        self._make = make
        self._implementation: Implementation | None = None
        self._goals = dict(goals or {})
        self._progress: Progress = progress or (lambda stage, done, total: None)
        programs = generator.machine.module.access_programs
        self._is_transition = {program.name: program.is_transition for program in programs}
        self._earlier_games: list[Call] = []
        self._meaningful_outputs: dict[str, frozenset[Json] | None] = {}

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

    def another_implementation(self, stage: str, number: int, total: int) -> Implementation:
        """Return another fresh implementation for one try of a stage, which closes it."""
        self._progress(stage, number, total)
        return self._make()

    # -- stages ------------------------------------------------------------------------------------

    def mismatches(self, stage: Stage) -> Iterator[Mismatch]:
        """Yield the first mismatch of each trace of a stage; count the calls before it."""
        games, calls = self.coverage.games, self.coverage.calls
        try:
            yield from self._play_recorded(stage) if stage.recorded else self._play_generated(stage)
        finally:
            games, calls = self.coverage.games - games, self.coverage.calls - calls
            self.coverage.stages.append(StageCoverage(stage.name, games, calls))
        self._progress(stage.name, stage.count, stage.count)

    def _play_generated(self, stage: Stage) -> Iterator[Mismatch]:
        for number, trace in enumerate(stage.generate(self)):
            self._progress(stage.name, number, stage.count)
            if found := self.play(trace):
                yield found

    def _play_recorded(self, stage: Stage) -> Iterator[Mismatch]:
        assert stage.recorded is not None
        for traces in stage.recorded():
            for number, (trace, difference) in enumerate(self._differences(traces)):
                self._progress(stage.name, number, len(traces))
                self.coverage.games += 1
                if difference is None:
                    self._earlier_games += trace.game
                    self.coverage.calls += len(trace)
                    self.coverage.routines += trace.routines
                    self.coverage.exceptions += trace.exceptions
                    self.coverage.events.update(trace.events)
                    continue
                steps = trace.recompute(self.generator, around=difference.number)
                for step in steps[: difference.number]:
                    self._count(step)
                yield self._mismatch(steps, difference.replies, difference.number)
                self._earlier_games += trace.game

    # -- traces ------------------------------------------------------------------------------------

    def play(self, trace: Trace) -> Mismatch | None:
        """Return the first mismatch in a trace, or None; count the calls before it."""
        replies = self.replies(trace)
        self.coverage.games += 1
        number = self._first_mismatch(trace, replies)
        for step in trace[:number]:
            self._count(step)
        found = None if number is None else self._mismatch(trace, replies, number)
        self._earlier_games += [s.call for s in trace if s.purpose is Purpose.COMMAND]
        return found

    def try_trace(self, trace: Trace, fresh: bool = True) -> Mismatch | None:
        """Return the first mismatch in a trace, or None; count nothing.

        The trace is played on a fresh implementation or on the one there is.
        """
        if fresh:
            self.fresh()
        replies = self.replies(trace)
        number = self._first_mismatch(trace, replies)
        return None if number is None else self._mismatch(trace, replies, number)

    def replies(self, trace: Trace) -> list[Reply]:
        """Return what the implementation replies to each call of a trace."""
        if self.restarts_each_trace:
            self.fresh()
        return self.implementation.answer([step.call for step in trace])

    def count_trace(self, trace: Trace) -> None:
        """Count a trace on which another implementation agreed with the specification."""
        self.coverage.games += 1
        for step in trace:
            self._count(step)

    def first_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the first mismatch in recorded traces, on the present implementation.

        Nothing is counted.
        """
        return next((self._recompute(*found) for found in self._found_in(traces)), None)

    def soonest_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the mismatch in recorded traces after the fewest transitions, likewise."""
        soonest = min(
            self._found_in(traces), key=lambda found: found[0].moves(found[1].number), default=None
        )
        return soonest and self._recompute(*soonest)

    def meaningful_outputs(self, routine: str) -> frozenset[Json] | None:
        """Return the values that an access program may yield, as JSON; None if not enumerated."""
        if routine not in self._meaningful_outputs:
            machine = self.generator.machine
            named = getattr(machine.routine(routine).result, "name", "")
            values = elements(vars(machine.module.python).get(named))
            outputs = frozenset(map(encode, values)) if values else None
            self._meaningful_outputs[routine] = outputs
        return self._meaningful_outputs[routine]

    def _first_mismatch(self, trace: Trace, replies: Sequence[Reply]) -> int | None:
        for number, (step, reply) in enumerate(zip(trace, replies, strict=True)):
            if not agrees(step.expected, reply, self._is_transition[step.call.routine]):
                return number
        return None

    def _mismatch(self, trace: Trace, replies: list[Reply], number: int) -> Mismatch:
        is_a_value = self._is_a_value(trace[number], replies[number])
        found = mismatch_at(trace, replies, number, is_a_value)
        return replace(found, earlier_games=tuple(self._earlier_games))

    def _is_a_value(self, step: TraceStep, reply: Reply) -> bool:
        """Whether a reply is of the type that is demanded, right or wrong."""
        outputs = self.meaningful_outputs(step.call.routine)
        if outputs is None:
            return type(reply.output) is type(encode(step.expected.output))
        return reply.output in outputs

    def _differences(
        self, traces: Sequence[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference | None]]:
        if not self.restarts_each_trace:
            yield from zip(traces, differences(self.implementation, traces), strict=True)
            return
        for trace in traces:
            self.fresh()
            yield from zip([trace], differences(self.implementation, [trace]), strict=True)

    def _found_in(
        self, traces: Sequence[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference]]:
        for trace, difference in self._differences(traces):
            if difference is not None:
                yield trace, difference

    def _recompute(self, trace: RecordedTrace, found: Difference) -> Mismatch:
        steps = trace.recompute(self.generator, around=found.number)
        return self._mismatch(steps, found.replies, found.number)

    def _count(self, step: TraceStep) -> None:
        coverage = self.coverage
        coverage.calls += 1
        coverage.routines[step.call.routine] += 1
        if step.expected.exception:
            coverage.exceptions[step.expected.exception] += 1
        if step.purpose in (Purpose.COMMAND, Purpose.QUERY):
            instance = self.generator.machine.instance
            for name, is_met in self._goals.items():
                coverage.events[name] += is_met(instance, step)
