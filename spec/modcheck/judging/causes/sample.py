"""A sample of the calls of a program: candidates are compared by what they say of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from modcheck.judging.expected.lazy_list import LazyList
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import GatheredFacts, LocalRun, RecordedRun, Run
from modcheck.judging.play.survivors import TELLING
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call, Outcome
from modspec.syntax.values import State

RIGHT_SAMPLE: Final = 120
"""Right replies of each routine in local games that candidates are compared with."""
RIGHT_SAMPLE_ALL: Final = 2000
"""The same in all games, where no kills are known: what tells candidates apart may be rare."""
MOST_TELLING: Final = 8
"""Calls that told other candidates apart; a candidate is compared on these first."""


class SampledCall(NamedTuple):
    """A call that was made, and the calls that show what it does."""

    state: State | None
    call: Call
    due: Outcome
    seen_by: Iterable[Call]


class Sample:
    """Right replies of local games, some of each routine; of all games where no kills are known.

    Unless it has only right ones, it has some of all calls of these games. If ``is_whole``, it has
    no transition that was seen to be wrong in any part. What an observer replies in a local game
    is not among them: it is right there whatever it says, since it shows the state. Of the games
    that were played, those before the ``first_game`` are left out.
    """

    def __init__(
        self,
        oracle: Oracle,
        evidence: GatheredFacts,
        has_kills: bool,
        only_right: bool = True,
        is_whole: bool = False,
        first_game: int = 0,
    ) -> None:
        self._oracle, self._evidence, self._has_kills = oracle, evidence, has_kills
        self._only_right, self._is_whole = only_right, is_whole
        self.first_game = first_game
        self.telling: Sequence[SampledCall] = ()
        """The calls by which candidates differed last, the latest first."""

    def note_telling(self, asked: SampledCall) -> None:
        """Note that a candidate differs by a call."""
        others = (each for each in self.telling if each is not asked)
        self.telling = [asked, *islice(others, MOST_TELLING - 1)]

    def of(self, candidate: int) -> Iterator[SampledCall]:
        """Yield the calls that a candidate concerns."""
        return self._of(candidate, self._calls)

    def telling_of(self, candidate: int) -> Iterator[SampledCall]:
        """Yield the same, those first that may tell a candidate soonest.

        They are those by which others differed, then those that are quickest to compare: their
        routines depend on few functions.
        """
        reach = self._oracle.reach
        quickest_first = sorted(self._calls, key=lambda routine: len(reach[routine]))
        return chain(self.telling, self._of(candidate, quickest_first))

    def _of(self, candidate: int, routines: Iterable[str]) -> Iterator[SampledCall]:
        """Yield the calls of some routines that a candidate concerns."""
        for routine in routines:
            if self._oracle.concerns(candidate, routine):
                yield from self._calls[routine]

    @cached_property
    def _calls(self) -> dict[str, LazyList[SampledCall]]:
        """The calls of the sample, by their routine."""
        found: dict[str, list[tuple[int, int]]] = {}
        runs = [*self._runs()]
        for place, (run, end, wrong) in enumerate(runs):
            is_local, purposes = isinstance(run, LocalRun), run.purposes
            left_out = {*wrong, *_transitions_seen_wrongly(run, wrong)} if self._is_whole else wrong
            for number, call in enumerate(run.calls[:end]):
                if number in left_out or (is_local and purposes[number] is Purpose.OBSERVE):
                    continue  # an observation of a local game says by its reply what the state is
                found.setdefault(call.routine, []).append((place, number))
        most = RIGHT_SAMPLE if self._has_kills else RIGHT_SAMPLE_ALL
        return {
            routine: LazyList(
                self._call_at(runs[place][0], number, *runs[place][1:])
                for place, number in spread(places, most)
            )
            for routine, places in found.items()
        }

    def _call_at(self, run: Run, number: int, end: int, wrong: Collection[int]) -> SampledCall:
        """Return a call and the calls that show the state after it; in a recorded run, those made.

        In a local game, observers show the state.
        """
        step, seen_by = run.step(number), self._oracle.observations
        if isinstance(run, RecordedRun) and step.purpose is Purpose.COMMAND:
            seen = LazyList(_made_after(run, number, end, wrong))
            return SampledCall(step.before, step.call, step.expected, seen)
        return SampledCall(step.before, step.call, step.expected, seen_by)

    def _runs(self) -> Iterator[tuple[Run, int, Collection[int]]]:
        """Yield runs, each with how far calls are taken, and the positions of those left out."""
        for run in self._evidence.runs:
            yield run, len(run.calls), run.wrong if self._only_right else ()
        later = self._evidence.played[self.first_game :]
        played = sorted(later, key=lambda each: each[0].name != TELLING)
        for trace, end, errors in () if self._has_kills else played:  # a sample has the first ones
            recorded = RecordedRun("", (), [], trace, self._oracle)
            yield (recorded, end, errors) if self._only_right else (recorded, len(trace), ())


def _made_after(run: Run, number: int, end: int, wrong: Collection[int]) -> Iterator[Call]:
    """Yield each call that was answered rightly in the state after a transition, once."""
    made = set[Call]()
    for place in range(number + 1, end):
        call, purpose = run.calls[place], run.purposes[place]
        if purpose is Purpose.COMMAND:
            return
        if purpose is not Purpose.REJECTED and place not in wrong and call not in made:
            made.add(call)
            yield call


def _transitions_seen_wrongly(run: Run, wrong: Collection[int]) -> Iterator[int]:
    """Yield the positions of the transitions after which an observation is wrong."""
    for number in run.commands if wrong else ():
        place = number + 1
        while place < len(run.purposes) and run.purposes[place] is Purpose.OBSERVE:
            if place in wrong:
                yield number
                break
            place += 1


def spread(items: list[Any], most: int) -> list[Any]:
    """Return at most so many: the first ones, and others from all parts."""
    if len(items) <= most:
        return items
    head = most // 3
    step = (len(items) - head) / (most - head)
    return [*items[:head], *(items[head + int(i * step)] for i in range(most - head))]
