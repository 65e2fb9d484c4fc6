"""The examiner: plays traces again, and looks for one fault in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, TypeAlias

from modcheck.judging.expected.lazy_list import LazyList
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact, LocalRun, Reading, RecordedRun, Run
from modcheck.judging.play.sought import Sought
from modcheck.system.implementation import Implementation, Reply
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.choices import follow
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.syntax.values import State

CHANCES: Final = 3
"""Fresh programs that are asked the same, to see whether chance decides."""

MOST_AT_A_TIME: Final = 64
"""Traces that are sent at a time to one implementation."""

_CHANGES: Final = (FAILED_CALL, QUERIES_PURE)
"""The rules of the notation that a call breaks by which the state changes."""


def mismatch_of(fact: Fact) -> Mismatch:
    """Return a fact as a mismatch, with the transitions before it."""
    run, culprit = fact.run, fact.number
    step = run.step(culprit)
    return Mismatch(
        step if fact.shown_by == culprit else run.step(fact.shown_by),
        fact.reply,
        step,
        run.transitions(culprit),
        tuple((run.step(n), run.replies[n]) for n in fact.observed),
        earlier_games=run.earlier_games,
    )


def mismatch_with_block(fact: Fact) -> Mismatch:
    """Return a fact as a mismatch, also with the calls since the state was last observed."""
    run, begin = fact.run, fact.number
    while begin >= 0 and run.purposes[begin] not in (Purpose.COMMAND, Purpose.OBSERVE):
        begin -= 1
    return replace(mismatch_of(fact), block=tuple(map(run.step, range(begin + 1, fact.number + 1))))


def changes_what_it_should_not(found: Mismatch) -> bool:
    """Whether the culprit is a query or a refused call, and another call shows what it changed."""
    return found.step is not found.culprit and found.culprit.purpose is not Purpose.COMMAND


WrongGames: TypeAlias = dict[Hashable, LazyList[tuple[Trace, list[Reply]]]]
"""Traces in which a program gave a wrong reply, with its replies, by what was looked for."""


class Examiner:
    """Plays traces again, and looks for one fault in them."""

    def __init__(
        self,
        runner: Runner,
        oracle: Oracle,
        reading: Reading,
        all_games: Callable[[int | None], Sequence[RecordedTrace] | None],
        sought: Sought,
        known: WrongGames,
    ) -> None:
        """Look for facts of one fault; ``known`` keeps wrong games for other faults."""
        self._runner, self._oracle, self._reading = runner, oracle, reading
        self.all_games, self.sought, self._known = all_games, sought, known
        self.generator = runner.generator

    @property
    def implementation(self) -> Implementation:
        """The implementation, started if it was not."""
        return self._runner.implementation

    def fresh(self) -> None:
        """Let the next call meet a fresh implementation."""
        self._runner.fresh()

    def replies(self, trace: Trace) -> list[Reply]:
        """Return what the implementation replies to each call of a trace."""
        return self._runner.replies([step.call for step in trace])

    def _play(self, trace: Trace) -> tuple[Trace, list[Reply]]:
        """Make the calls of a trace; return it as it went on with what the program chose."""
        if not self.generator.machine.makes_choices:
            return trace, self.replies(trace)
        if self._runner.restarts_each_trace:
            self.fresh()
        calls = ((step.call, step.purpose) for step in trace)
        return follow(self._runner.implementation, calls, self.generator)

    def is_left_to_chance(self, found: Mismatch) -> bool:
        """Whether fresh programs reply differently to the calls up to a mismatch."""
        replies = []
        for _ in range(CHANCES):
            self.fresh()
            replies.append(self.replies(list(found.before)))
        return any(each != replies[0] for each in replies)

    def questions(self, state: State, found: Mismatch) -> Trace:
        """Return the calls that may show a mismatch in a state."""
        write, culprit = self.generator, found.culprit
        match culprit.purpose:
            case Purpose.QUERY:
                calls = write.queries(state, EVERYTHING, culprit.call.routine)
            case Purpose.REJECTED:
                calls = write.rejected_calls(state, EVERYTHING, culprit.call.routine)
            case _:
                return write.observation(state)
        if changes_what_it_should_not(found):  # one call may undo what another one did
            seen = write.observation(state)
            return [*seen, *chain.from_iterable((call, *seen) for call in calls)]
        return calls if culprit.purpose is Purpose.QUERY else calls + write.observation(state)

    def may_show(self, step: TraceStep) -> bool:
        """Whether what a call does may be a fact of the fault."""
        return self.sought.may_show(step, self._oracle)

    def may_show_in(self, trace: Trace) -> bool:
        """Whether what the calls of a trace do may be a fact of the fault."""
        return self.foretell(trace) != [] and any(map(self.may_show, trace))

    def foretell(self, trace: Trace) -> Trace | None:
        """Return a trace up to the first call in which the candidate departs from what is due.

        It is empty if the candidate departs nowhere: then the trace shows nothing of the fault.
        None if it is not known.
        """
        if self.generator.machine.makes_choices:
            return None  # the trace will be another one
        for number, step in enumerate(trace, 1):
            match self.sought.departs(step, self._oracle):
                case True:
                    return trace[:number]
                case None:
                    return None
        return []

    def try_trace(self, trace: Trace, fresh: bool = True) -> Mismatch | None:
        """Return the fault's first mismatch in a trace, or None."""
        if fresh:
            self.fresh()
        return self.mismatch_in(*self._play(trace))

    def try_alone(self, trace: Trace) -> Mismatch | None:
        """Return the fault's first mismatch in a trace that a fresh implementation plays.

        Another one is made ready while the replies are judged.
        """
        self.fresh()
        played, replies = self._play(trace)
        self.fresh()
        return self.mismatch_in(played, replies)

    @property
    def plays_ahead(self) -> bool:
        """Whether a game may be played before it is known what the one before it shows.

        It may not where each needs a program of its own, or follows from what a program chooses.
        """
        return not (self.generator.machine.makes_choices or self._runner.restarts_each_trace)

    def replies_to_each(self, traces: Iterable[Trace]) -> Iterator[list[Reply]]:
        """Yield what one implementation replies to the calls of each trace: take all of them."""
        return self._runner.replies_to_each([step.call for step in trace] for trace in traces)

    def change_in(self, trace: Trace) -> Mismatch | None:
        """Return what a fresh implementation changes first by a call that changes nothing."""
        self.fresh()
        played, replies = self._play(trace)
        run = LocalRun("again")
        run.add(played, replies)
        facts, _ = self._reading.facts(run, run.judge(self._oracle))
        return next((mismatch_of(fact) for fact in facts if fact.aspect in _CHANGES), None)

    def is_right(self, trace: Trace) -> bool:
        """Whether all replies of a fresh implementation in a trace are right."""
        self.fresh()
        return _is_right(*self._play(trace))

    def mismatch_in(self, trace: Trace, replies: list[Reply]) -> Mismatch | None:
        """Return the fault's first mismatch in a trace with these replies, or None."""
        run = LocalRun("again")
        run.add(trace, replies)
        found = self._first(run, run.judge(self._oracle))
        return found and replace(found[0], before=tuple(trace[: found[1].shown_by + 1]))

    def mismatches_in(
        self, traces: Callable[[], Iterable[Trace]], name: Hashable
    ) -> Iterator[Mismatch]:
        """Yield the fault's first mismatch in each trace that shows it.

        Traces of one name are the same whatever the fault: they are played once.
        """
        if name not in self._known:
            self._known[name] = LazyList(self._wrong_games(traces()))
        for trace, replies in self._known[name]:
            if found := self.mismatch_in(trace, replies):
                yield found

    def _wrong_games(self, traces: Iterable[Trace]) -> Iterator[tuple[Trace, list[Reply]]]:
        """Yield the traces in which a reply is wrong, with the replies."""
        for trace, replies in self.replies_to(traces):
            if not _is_right(trace, replies):
                yield trace, replies

    def replies_to(self, traces: Iterable[Trace]) -> Iterator[tuple[Trace, list[Reply]]]:
        """Yield traces with the replies of one implementation.

        Some are taken and sent at a time, more and more of them, so that neither side waits for the
        other: the implementation may have played on when one is yielded. Not all need be taken.
        """
        if not self.plays_ahead:
            yield from map(self._play, traces)
            return
        left, size = iter(traces), 1
        while some := [*islice(left, size)]:
            size = min(2 * size, MOST_AT_A_TIME)
            while some:
                replies = self.replies([step for trace in some for step in trace])
                begin, broken = 0, len(some)
                for number, trace in enumerate(some, 1):
                    own = replies[begin : begin + len(trace)]
                    yield trace, own
                    begin += len(trace)
                    if any(reply.fault is not None and not reply.goes_on for reply in own):
                        broken = number  # what comes later is not asked any more
                        break
                some = some[broken:]

    def leaves(self, game: Sequence[Call]) -> bool:
        """Whether the program comes to another state than it should in a game."""
        self.fresh()
        run = LocalRun("again")
        run.add(*self._play(self.generator.observed_game(game)))
        facts, _ = self._reading.facts(run, run.judge(self._oracle))
        return any(fact.purpose is Purpose.COMMAND for fact in facts)

    def first_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the fault's first mismatch in recorded traces, on the present implementation."""
        return next((found[0] for found in self._in_recorded(traces)), None)

    def soonest_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the fault's mismatch in recorded traces after the fewest transitions."""
        found = min(self._in_recorded(traces), key=lambda found: found[1].moves, default=None)
        return found and found[0]

    def _in_recorded(self, traces: Sequence[RecordedTrace]) -> Iterator[tuple[Mismatch, Fact]]:
        for play in self._runner.replay(traces):
            if play.difference is not None:
                replies = play.difference.replies
                run = RecordedRun("", play.earlier_games, replies, play.trace, self._oracle)
                if found := self._first(run, play.difference.wrong):
                    yield found

    def _first(self, run: Run, wrong: Sequence[int]) -> tuple[Mismatch, Fact] | None:
        facts, _ = self._reading.facts(run, wrong) if wrong else ([], 0)
        fact = next(filter(self.sought.is_same, facts), None)
        return None if fact is None else (mismatch_with_block(fact), fact)


def _is_right(trace: Trace, replies: Sequence[Reply]) -> bool:
    """Whether all replies in a trace are as they should be."""
    return all(agrees(step.expected, reply) for step, reply in zip(trace, replies, strict=True))
