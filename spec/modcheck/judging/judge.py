"""The judge: from a program's replies to its faults.

All traces of the plan are played. The facts that they show are explained by the fewest candidates;
each cause is shown by a short game. What is caused by earlier calls that should change nothing is
told apart by leaving these calls out and playing again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modcheck.judging.facts import (
    OUT,
    RAISES,
    Evidence,
    Fact,
    LocalRun,
    Reading,
    RecordedRun,
    Run,
)
from modcheck.judging.kills import Kills
from modcheck.judging.localise import Location, attribute
from modcheck.judging.oracle import Oracle
from modcheck.judging.player import Player
from modcheck.judging.reader import Reader
from modcheck.judging.shrink import shrunk
from modcheck.judging.table import Cause, Table
from modcheck.system.implementation import Implementation, Reply
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.recorded import RecordedTrace, select_calls
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import FAILED_CALL, QUERIES_PURE, Call
from modspec.run.mutants import Mutant
from modspec.syntax.relations import reachable

LOCAL_GAMES: Final = 6
"""Games that go on from the state that a program shows, where it left recorded ones."""


@dataclass(frozen=True)
class Diagnosis:
    """The rules that are broken, the likeliest first, and how that is known."""

    rules: tuple[str, ...]
    location: Location
    mutant: Mutant | None = None
    """The candidate that behaves as the program does, if there is one."""
    answers: int = 0
    """The number of replies on which the candidate and the program agree."""


def mismatch_of(fact: Fact) -> Mismatch:
    """Return a fact as a mismatch, with the transitions before it."""
    run, culprit = fact.run, fact.number
    block = culprit
    while block >= 0 and run.purposes[block] not in (Purpose.COMMAND, Purpose.OBSERVE):
        block -= 1
    return Mismatch(
        run.step(fact.shown_by),
        fact.reply,
        run.step(culprit),
        run.transitions(culprit),
        tuple((run.step(n), run.replies[n]) for n in fact.observed),
        block=tuple(run.step(n) for n in range(block + 1, culprit + 1)),
        earlier_games=run.earlier_games,
    )


class Examiner:
    """Plays traces again, and looks for one fault in them."""

    def __init__(self, runner: Runner, oracle: Oracle, reading: Reading,
                 suite: Callable[[int | None], Sequence[RecordedTrace] | None],
                 is_same: Callable[[Fact], bool]) -> None:
        self._runner, self._oracle, self._reading = runner, oracle, reading
        self.all_games, self._is_same = suite, is_same
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

    def try_trace(self, trace: Trace, fresh: bool = True) -> Mismatch | None:
        """Return the fault's first mismatch in a trace, or None."""
        if fresh:
            self.fresh()
        run = LocalRun("again")
        run.add(trace, self.replies(trace))
        found = self._first(run, run.wrong(self._oracle))
        return found and replace(found[0], before=tuple(trace[: found[1].shown_by + 1]))

    def first_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the fault's first mismatch in recorded traces, on the present implementation."""
        return next((found[0] for found in self._in_recorded(traces)), None)

    def soonest_mismatch_in(self, traces: Sequence[RecordedTrace]) -> Mismatch | None:
        """Return the fault's mismatch in recorded traces after the fewest transitions."""
        found = min(self._in_recorded(traces), key=lambda found: found[1].moves, default=None)
        return found and found[0]

    def _in_recorded(self, traces: Sequence[RecordedTrace]):
        stage = Stage("again", recorded=lambda: [traces])
        for play in self._runner.plays(stage):
            if play.difference is not None:
                run = RecordedRun(stage.name, play.earlier_games, play.difference.replies, play.trace, self._oracle)
                if found := self._first(run, play.difference.wrong):
                    yield found

    def _first(self, run: Run, wrong: Sequence[int]) -> tuple[Mismatch, Fact] | None:
        facts, _ = self._reading.facts(run, wrong) if wrong else ([], 0)
        fact = next(filter(self._is_same, facts), None)
        return None if fact is None else (mismatch_of(fact), fact)


@dataclass(frozen=True)
class Found:
    """One fault, shown by a short game."""

    mismatch: Mismatch
    diagnosis: Diagnosis
    stage: str
    cause: Cause


class Judge:
    """Judges one program."""

    def __init__(self, oracle: Oracle, runner: Runner, make: Callable[[], Implementation],
                 domains, routines, kills: Kills, recorded_traces, suite, guides) -> None:
        self._oracle, self._runner, self._make = oracle, runner, make
        self._kills, self._traces, self._suite = kills, list(recorded_traces), suite
        self._guides = guides
        start = runner.generator.start().expected.state
        assert start is not None
        self.reader = Reader(oracle, domains, routines, start)
        self.reading = Reading(oracle, self._is_a_value)
        self.player = Player(oracle, runner.generator, self.reader, self.reading, make)
        self.evidence = Evidence()

    def _is_a_value(self, call: Call, reply: Reply) -> bool:
        outputs = self._runner.meaningful_outputs(call.routine)
        return outputs is None or (type(reply.output) is str and reply.output in outputs)

    def gather(self, stages: Iterable[Stage]) -> None:
        """Play all stages."""
        for stage in stages:
            for play in self._runner.plays(stage):
                self._add(stage.name, play)
        if self.evidence.left and self.reader.is_whole:
            self._play_locally()

    def _add(self, stage: str, play) -> None:
        trace = play.trace
        if play.difference is None:
            self.evidence.right[id(trace)] = len(trace), frozenset()
            return
        run = RecordedRun(stage, play.earlier_games, play.difference.replies, trace, self._oracle)
        wrong = play.difference.wrong
        facts, end = self.reading.facts(run, wrong)
        self.evidence.right[id(trace)] = end, frozenset(wrong)
        self.evidence.facts += facts
        if end < len(trace):
            self.evidence.left.append(trace)

    def _play_locally(self) -> None:
        left = sorted(self.evidence.left, key=lambda trace: len(trace.game))[-LOCAL_GAMES // 2 :]
        guides = [*(trace.game for trace in left), *[()] * (LOCAL_GAMES - len(left))]
        for number, guide in enumerate(guides):
            run, facts = self.player.play("local games", guide, random.Random(number))
            self.evidence.runs.append(run)
            self.evidence.facts += facts

    def faults(self) -> list[Found]:
        table = Table(self._oracle, self.evidence, self._traces, self._kills)
        found: list[Found] = []
        suspects: set = set()
        for cause in self._in_order(table.causes(self.evidence.facts)):
            one = self._found(cause)
            rules = one.diagnosis.rules
            if any(rules[:1] == f.diagnosis.rules[:1] for f in found):
                continue
            if cause.candidate is None:
                reach = self._reach(one)
                if reach & suspects:
                    continue
                suspects |= reach
            found.append(one)
        return found

    def _in_order(self, causes: Sequence[Cause]) -> list[Cause]:
        explained = [cause for cause in causes if cause.candidate is not None]
        rest = [cause for cause in causes if cause.candidate is None]
        reach = self._oracle.reach
        rest.sort(key=lambda cause: (len(reach[cause.facts[0].call.routine]), min(f.moves for f in cause.facts)))
        return [*explained, *rest]

    def _reach(self, one: Found) -> set:
        routine = self._oracle.machine.routine(one.mismatch.culprit.call.routine)
        return set(reachable([routine])) - {(routine.module, routine.name)}

    def _found(self, cause: Cause) -> Found:
        first = min(cause.facts, key=lambda f: (isinstance(f.run, LocalRun), f.moves))
        examiner = Examiner(self._runner, self._oracle, self.reading, self._suite,
                            lambda fact: self._is_same(cause, first, fact))
        mismatch = mismatch_of(first)
        if not isinstance(first.run, LocalRun):
            before = first.shown_by
            mismatch = replace(mismatch, before=tuple(first.run.step(n) for n in range(before + 1)))
            mismatch = shrunk(mismatch, examiner, 0)
        location = attribute(mismatch, self._oracle.machine)
        rules = location.rules
        mutant = None
        if cause.candidate is not None and mismatch.culprit.purpose is first.step.purpose:
            mutant = self._oracle.candidates[cause.candidate]
            rules = tuple(sorted(mutant.rules, key=lambda rule: rule not in rules))
        return Found(mismatch, Diagnosis(rules, location, mutant, cause.count), first.run.stage, cause)

    def _is_same(self, cause: Cause, first: Fact, fact: Fact) -> bool:
        if cause.candidate is None:
            return fact.kind[:2] == first.kind[:2]
        outcome = self._oracle.outcome(cause.candidate, fact.step.before, fact.call)
        return bool(fact.is_explained(outcome, self._oracle))
