"""Examine: play scripts against an implementation, phase by phase, until it deviates.

What was recorded comes first, for it takes no time to ask the specification: all short games, so that a deviation
found there needs no shorter one, then games that reach all that is rare. Then the specification itself plays.
What is compared is only what the specification says: a call whose assumptions do not hold is never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from modcheck.system.implementation import Implementation, Json, Reply, encoded
from modcheck.testing.coverage import Coverage, StageCoverage
from modcheck.testing.mismatch import Mismatch, agrees, mismatch_at
from modcheck.testing.recorded import Difference, RecordedTrace, differences
from modcheck.testing.trace import Purpose, Step, Trace, TraceGenerator
from modspec.run.domains import elements
from modspec.run.instance import Instance
from modspec.run.machine import Call, Machine
from modspec.run.mutants import Mutant

EventPredicate = Callable[[Instance, Step], bool]
"""Whether something worth reporting happened at a transition or a query, which the specification was run for."""

Progress = Callable[[str, int, int], None]
"""Is told the phase, how many scripts of it are done, and how many there are (0 if nobody knows)."""

Batches = Callable[[], Iterable[Sequence[RecordedTrace]]]
"""What makes recorded scripts as they are needed, some at a time."""

_EVENTFUL = (Purpose.COMMAND, Purpose.QUERY)


@dataclass(frozen=True)
class Stage:
    """Some scripts under one name: recorded ones, or else ones that the specification writes as it goes."""

    name: str
    recorded: Sequence[RecordedTrace] = ()
    batches: Batches | None = None
    """More of them, some at a time, as long as there are any."""

    generated: Callable[[TraceGenerator], Iterable[Trace]] | None = None
    driven: Callable[[Runner], Iterable[Trace]] | None = None
    """What tries implementations of its own, from :meth:`Examiner.another`, and yields the scripts that show something."""

    scripts: int = 0
    """How many are written, or tried, if that is known."""

    complete_length: int = -1
    """All games of at most so many transitions are played in it, the shorter ones first, or have been before."""


class Runner:
    """Examines one implementation."""

    def __init__(
        self,
        generator: TraceGenerator,
        make: Callable[[], Implementation],
        goals: Mapping[str, EventPredicate] | None = None,
        progress: Progress | None = None,
        coverage: Coverage | None = None,
        phases: list[StageCoverage] | None = None,
        reference: Machine | None = None,
        assumed: Sequence[Mutant] = (),
        all_games: Callable[[int | None], Sequence[RecordedTrace] | None] | None = None,
        restarts_each_trace: bool = False,
        scenarios: Sequence[Sequence[Call]] = (),
    ) -> None:
        """``make`` gives a fresh implementation: as it is when its program has just started.

        What is exercised is added to the tally, and to the phases. ``plain`` is the specification as it stands, where
        the playwright's is changed by the variants that are ``believed``. ``all_games`` gives all games of so many
        transitions, or without a number the long ones, if they are recorded. ``each_afresh`` says that
        every script needs a fresh implementation, since a new game does not begin as the first one does.
        ``chosen`` are games in which what is rare happens.
        """
        self.scenarios = scenarios
        self.restarts_each_trace = restarts_each_trace
        self.generator = generator
        self._make = make
        self._implementation: Implementation | None = None
        self._events = dict(goals or {})
        self._progress: Progress = progress or (lambda phase, done, total: None)
        self._is_transition = {
            f.name: f.is_transition for f in generator.machine.module.access_programs
        }
        self.coverage = Coverage() if coverage is None else coverage
        self.phases: list[StageCoverage] = [] if phases is None else phases
        self.reference = reference or generator.machine
        self.assumed = tuple(assumed)
        self.all_games = all_games or (lambda length: None)
        self.mutated_oracles: dict[Mutant, Machine | None] = {}
        """What is believed with one variant more, as soon as somebody has asked for it; None if that cannot be."""

        self._past: list[Call] = []
        self._meaningful: dict[str, frozenset[Json] | None] = {}

    @property
    def implementation(self) -> Implementation:
        """The implementation, started if it was not."""
        if self._implementation is None:
            self._implementation = self._make()
        return self._implementation

    def fresh(self) -> None:
        """Let go of the implementation, so that the next call meets a fresh one."""
        if self._implementation is not None:
            self._implementation.close()
            self._implementation = None
        self._past = []

    def another_implementation(self, phase: str, number: int, total: int) -> Implementation:
        """A fresh implementation besides, for one of so many tries of a phase, which closes it."""
        self._progress(phase, number, total)
        return self._make()

    def count_trace(self, script: Trace) -> None:
        """Tally a script to which another implementation replied as it should."""
        self.coverage.games += 1
        for step in script:
            self._count(step)

    # -- phases ------------------------------------------------------------------------------------

    def mismatches(self, phase: Stage) -> Iterator[Mismatch]:
        """What deviates in a phase: of each script the first thing that does.

        What is tallied is what was compared up to there.
        """
        with self._tallied(phase.name):
            for batch in (
                [phase.recorded] if phase.recorded else phase.batches() if phase.batches else ()
            ):
                yield from self._recited(phase.name, batch)
            if phase.generated:
                for number, script in enumerate(phase.generated(self.generator)):
                    self._progress(phase.name, number, phase.scripts)
                    if found := self.play(script):
                        yield found
            if phase.driven:
                for script in phase.driven(self):
                    if found := self.play(script):
                        yield found
            self._progress(phase.name, phase.scripts, phase.scripts)

    def _recited(self, phase: str, scripts: Sequence[RecordedTrace]) -> Iterator[Mismatch]:
        found = self._differences(scripts)
        for number, (script, difference) in enumerate(zip(scripts, found, strict=True)):
            self._progress(phase, number, len(scripts))
            self.coverage.games += 1
            if difference is None:
                self._remember(script.game)
                self.coverage.calls += len(script)
                self.coverage.routines += script.routines
                self.coverage.exceptions += script.exceptions
                self.coverage.events.update(script.events)
                continue
            live = script.recompute(self.generator, around=difference.number)
            for step in live[: difference.number]:
                self._count(step)
            yield self._deviation(live, difference.replies, difference.number)
            self._remember(script.game)

    @contextmanager
    def _tallied(self, phase: str) -> Iterator[None]:
        games, calls = self.coverage.games, self.coverage.calls
        try:
            yield
        finally:
            tally = StageCoverage(phase, self.coverage.games - games, self.coverage.calls - calls)
            self.phases.append(tally)

    # -- scripts -----------------------------------------------------------------------------------

    def play(self, script: Trace) -> Mismatch | None:
        """The first deviation in a script, or None; what was compared is tallied."""
        replies = self.replies(script)
        self.coverage.games += 1
        try:
            return self._compared(script, replies)
        finally:
            self._remember(step.call for step in script if step.purpose is Purpose.COMMAND)

    def _compared(self, script: Trace, replies: list[Reply]) -> Mismatch | None:
        for number, (step, reply) in enumerate(zip(script, replies, strict=True)):
            if not agrees(step.expected, reply, self._is_transition[step.call.routine]):
                return self._deviation(script, replies, number)
            self._count(step)
        return None

    def try_trace(self, script: Trace, fresh: bool = True) -> Mismatch | None:
        """The first deviation in a script, or None, on a fresh implementation or the one there is.

        Nothing is tallied.
        """
        if fresh:
            self.fresh()
        replies = self.replies(script)
        for number, (step, reply) in enumerate(zip(script, replies, strict=True)):
            if not agrees(step.expected, reply, self._is_transition[step.call.routine]):
                return self._deviation(script, replies, number)
        return None

    def _deviation(self, script: Trace, replies: list[Reply], number: int) -> Mismatch:
        is_a_value = self._is_a_value(script[number], replies[number])
        return replace(
            mismatch_at(script, replies, number, is_a_value), earlier_games=tuple(self._past)
        )

    def _is_a_value(self, step: Step, reply: Reply) -> bool:
        """Whether a reply is of the type that is due, be it right or wrong."""
        meaningful = self.meaningful_outputs(step.call.routine)
        if meaningful is None:
            return type(reply.output) is type(encoded(step.expected.output))
        return reply.output in meaningful

    def meaningful_outputs(self, routine: str) -> frozenset[Json] | None:
        """The values that an access program may yield, as they travel; None if they are not listed."""
        if routine not in self._meaningful:
            module = self.generator.machine.module
            named = getattr(self.generator.machine.routine(routine).result, "name", "")
            values = elements(vars(module.python).get(named))
            self._meaningful[routine] = frozenset(map(encoded, values)) if values else None
        return self._meaningful[routine]

    def first_mismatch_in(self, scripts: Sequence[RecordedTrace]) -> Mismatch | None:
        """The first deviation in recorded scripts, on the implementation that there is; nothing is tallied."""
        return next((self._shown(*found) for found in self._each_in(scripts)), None)

    def soonest_mismatch_in(self, scripts: Sequence[RecordedTrace]) -> Mismatch | None:
        """Of the first deviations in recorded scripts the one after the fewest transitions, likewise."""
        soonest = min(
            self._each_in(scripts), key=lambda found: found[0].moves(found[1].number), default=None
        )
        return soonest and self._shown(*soonest)

    def _each_in(
        self, scripts: Sequence[RecordedTrace]
    ) -> Iterator[tuple[RecordedTrace, Difference]]:
        for script, found in zip(scripts, self._differences(scripts), strict=True):
            if found is not None:
                yield script, found

    def _differences(self, scripts: Sequence[RecordedTrace]) -> Iterator[Difference | None]:
        if not self.restarts_each_trace:
            yield from differences(self.implementation, scripts)
            return
        for script in scripts:
            self.fresh()
            yield from differences(self.implementation, [script])

    def _shown(self, script: RecordedTrace, found: Difference) -> Mismatch:
        live = script.recompute(self.generator, around=found.number)
        return self._deviation(live, found.replies, found.number)

    def replies(self, script: Trace) -> list[Reply]:
        """What the implementation replies to each call of a script."""
        if self.restarts_each_trace:
            self.fresh()
        return self.implementation.answer([step.call for step in script])

    def _remember(self, game: Iterable[Call]) -> None:
        """Keep what was played since the implementation was fresh: what deviates may come of that."""
        self._past += game

    def _count(self, step: Step) -> None:
        tally = self.coverage
        tally.calls += 1
        tally.routines[step.call.routine] += 1
        if step.expected.exception:
            tally.exceptions[step.expected.exception] += 1
        if step.purpose in _EVENTFUL:
            instance = self.generator.machine.instance
            for name, happened in self._events.items():
                tally.events[name] += happened(instance, step)
