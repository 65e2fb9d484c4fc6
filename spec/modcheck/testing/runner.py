"""The runner: plays traces against an implementation, stage by stage, and yields the replies.

The specification may leave a call open: a call whose assumptions do not hold is never made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from modcheck.system.implementation import Implementation, Json, Reply, encode
from modcheck.testing.recorded import Difference, RecordedTrace, differences, record
from modcheck.testing.trace import Purpose, Trace, TraceGenerator, TraceStep
from modspec.run.domains import elements
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
        """Play on implementations from ``make``: each as it is when its program has just started."""
        self.generator = generator
        self.coverage = Coverage()
        self.restarts_each_trace = False
        """Whether every trace needs a fresh implementation: a later game begins otherwise."""
        self._make = make
        self._implementation: Implementation | None = None
        self._goals = dict(goals or {})
        self._progress: Progress = progress or (lambda stage, done, total: None)
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

    def plays(self, stage: Stage) -> Iterator[Play]:
        """Play the traces of a stage; count their calls."""
        games, calls = self.coverage.games, self.coverage.calls
        try:
            for traces in stage.recorded() if stage.recorded else self._recorded(stage):
                for number, (trace, found) in enumerate(self._differences(traces)):
                    self._progress(stage.name, number, stage.count or len(traces))
                    self._count(trace, met=found is None)
                    yield Play(trace, found, tuple(self._earlier_games))
                    self._earlier_games += trace.game
        finally:
            games, calls = self.coverage.games - games, self.coverage.calls - calls
            self.coverage.stages.append(StageCoverage(stage.name, games, calls))
        self._progress(stage.name, stage.count, stage.count)

    def _recorded(self, stage: Stage) -> Iterator[Sequence[RecordedTrace]]:
        """Generate the traces of a stage, and record each."""
        for number, trace in enumerate(stage.generate(self)):
            self._progress(stage.name, number, stage.count)
            yield record([(stage.name, trace)], self.events_of)

    def events_of(self, step: TraceStep) -> Iterator[str]:
        """Yield the coverage goals that a step meets."""
        if step.purpose in (Purpose.COMMAND, Purpose.QUERY):
            instance = self.generator.machine.instance
            for name, is_met in self._goals.items():
                if is_met(instance, step):
                    yield name

    def count_trace(self, trace: Trace) -> None:
        """Count a trace that another implementation played."""
        self._count(record([("", trace)], self.events_of)[0], met=True)

    def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Return what the implementation replies to some calls."""
        if self.restarts_each_trace:
            self.fresh()
        return self.implementation.answer(calls)

    def meaningful_outputs(self, routine: str) -> frozenset[Json] | None:
        """Return the values that an access program may yield, as JSON; None if not enumerated."""
        if routine not in self._meaningful_outputs:
            machine = self.generator.machine
            named = getattr(machine.routine(routine).result, "name", "")
            values = elements(vars(machine.module.python).get(named))
            outputs = frozenset(map(encode, values)) if values else None
            self._meaningful_outputs[routine] = outputs
        return self._meaningful_outputs[routine]

    def _differences(
        self, traces: Sequence[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference | None]]:
        if not self.restarts_each_trace:
            yield from zip(traces, differences(self.implementation, traces), strict=True)
            return
        for trace in traces:
            self.fresh()
            yield from zip([trace], differences(self.implementation, [trace]), strict=True)

    def _count(self, trace: RecordedTrace, met: bool) -> None:
        coverage = self.coverage
        coverage.games += 1
        coverage.calls += len(trace)
        coverage.routines += trace.routines
        coverage.exceptions += trace.exceptions
        if met:
            coverage.events.update(trace.events)
