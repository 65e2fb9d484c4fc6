"""The brief suite: a few hundred recorded calls for a program that is too slow for all of them.

The calls are those that tell most mutants from the specification, and the transitions before them.
Nothing else is asked, so the state is not seen between them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from modcheck.testing.recorded import CODE, RecordedCall, RecordedTrace, Vocabulary
from modcheck.testing.trace import Purpose

TIMES: Final = 8
"""How many calls tell each mutant from the specification, if time allows."""

_Place: TypeAlias = tuple[int, int]
"""The number of a trace, and the position of a call in it."""


def brief_suite(
    traces: Sequence[RecordedTrace], kills: Mapping[str, Sequence[_Place]], most: int
) -> list[RecordedTrace]:
    """Return parts of traces, of at most so many calls, that contradict as many mutants as can be.

    ``kills`` gives for each mutant the replies that contradict it.
    """
    choice = _Choice(traces, kills)
    for kinds in (choice.by_routine, choice.by_trace):
        for times in range(1, TIMES + 1):
            choice.extend(kinds, times, most)
    blind = {id(trace.vocabulary): _without_observations(trace.vocabulary) for trace in traces}
    return [
        _part(trace, sorted(choice.places[number]), blind[id(trace.vocabulary)])
        for number, trace in enumerate(traces)
        if choice.places.get(number)
    ]


class _Kinds:
    """The kinds of calls, such as those of one routine, in which each mutant was seen."""

    def __init__(self, mutants: Iterable[str], kind_of: Callable[[_Place], object]) -> None:
        self._kind_of = kind_of
        self._seen: dict[str, set[object]] = {mutant: set() for mutant in mutants}

    def is_new(self, place: _Place, mutant: str, times: int) -> bool:
        """Whether the mutant was seen in fewer kinds of calls than ``times``, but not in this."""
        seen = self._seen[mutant]
        return len(seen) < times and self._kind_of(place) not in seen

    def add(self, place: _Place, mutant: str) -> None:
        """Note that the mutant is seen in a call."""
        self._seen[mutant].add(self._kind_of(place))


class _Choice:
    """The calls that are chosen, and the mutants that they contradict."""

    def __init__(
        self, traces: Sequence[RecordedTrace], kills: Mapping[str, Sequence[_Place]]
    ) -> None:
        self.places: dict[int, set[int]] = {}
        """The positions in each trace, by its number."""
        self._size = 0
        self._kills = {
            mutant: [(number, place) for number, place in places]
            for mutant, places in kills.items()
        }
        self._mutants: dict[_Place, set[str]] = {}
        self._of_trace: dict[int, set[_Place]] = {}
        for mutant, places in self._kills.items():
            for place in places:
                self._mutants.setdefault(place, set()).add(mutant)
                self._of_trace.setdefault(place[0], set()).add(place)
        calls = {number: traces[number].calls for number, _ in self._mutants}
        self.by_routine = _Kinds(kills, lambda place: calls[place[0]][place[1]].routine)
        self.by_trace = _Kinds(kills, lambda place: place[0])
        self._commands = {
            number: [n for n, why in enumerate(traces[number].purposes) if why is Purpose.COMMAND]
            for number in {number for number, _ in self._mutants}
        }

    def extend(self, kinds: _Kinds, times: int, most: int) -> None:
        """Choose calls, ``most`` in all, until each mutant is seen in calls of so many kinds.

        The next one is always the call that adds most for what it costs. A choice changes this for
        few calls: those of its trace cost less, and those that show its mutants add less.
        """

        def worth(place: _Place) -> float:
            gain = sum(kinds.is_new(place, mutant, times) for mutant in self._mutants[place])
            return gain / (self._cost(place) or 1)

        worths = {place: worth(place) for place in self._mutants}
        while worths:
            best = max(worths, key=lambda place: (worths[place], place))
            if not worths[best] or self._size + self._cost(best) > most:
                return
            self._choose(best)
            showing = (self._kills[mutant] for mutant in self._mutants[best])
            for place in {*self._of_trace[best[0]], *chain.from_iterable(showing)}:
                worths[place] = worth(place)

    def _choose(self, best: _Place) -> None:
        self._size += self._cost(best)
        number, position = best
        for mutant in self._mutants[best]:
            self.by_routine.add(best, mutant)
            self.by_trace.add(best, mutant)
        last = bisect_right(self._commands[number], position)
        self.places.setdefault(number, set()).update((position, *self._commands[number][:last]))

    def _cost(self, place: _Place) -> int:
        """Return how many calls are made for a call: those before it that are not yet made."""
        number, position = place
        commands, chosen = self._commands[number], self.places.get(number, set())
        before = bisect_right(commands, position)
        made = bisect_right(commands, max(chosen)) if chosen else 0
        return max(0, before - made) + (position not in chosen)


def _without_observations(vocabulary: Vocabulary) -> Vocabulary:
    """Return the vocabulary with observations as queries: alone they do not show the state."""
    calls = tuple(
        RecordedCall(each.call, Purpose.QUERY) if each.purpose is Purpose.OBSERVE else each
        for each in vocabulary.calls
    )
    return Vocabulary(calls, vocabulary.replies)


def _part(trace: RecordedTrace, positions: Sequence[int], vocabulary: Vocabulary) -> RecordedTrace:
    """Return a trace with the calls at some positions alone."""
    return replace(
        trace,
        vocabulary=vocabulary,
        call_numbers=array(CODE, (trace.call_numbers[n] for n in positions)),
        reply_numbers=array(CODE, (trace.reply_numbers[n] for n in positions)),
        events={},
        origin=trace.origin or trace,
        kept=tuple(trace.original_number(n) for n in positions),
    )
