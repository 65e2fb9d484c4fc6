"""Kills: the recorded calls whose right reply contradicts a mutant.

They are computed once, with a recording. A program that replies rightly to one of them does not
behave as the mutant does; a rule passes only if each of its mutants was contradicted that way.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from modcheck.judging.expected.oracle import Oracle
from modcheck.testing.recorded import RecordedTrace
from modcheck.testing.trace import Purpose
from modspec.run.machine import Call
from modspec.run.mutants import Mutant
from modspec.syntax.values import State

Kills: TypeAlias = Mapping[str, Sequence[tuple[int, int]]]
"""For each mutant by its key some replies that contradict it: trace number, position."""

ENOUGH: Final = 24
"""Kills of a mutant that are kept: of a program with a fault, some replies are not right."""
ENOUGH_OF_ONE: Final = 6
"""Kills that are kept of calls of one routine: a program may lack the others."""
TRACES_OF_ONE: Final = 16
"""Traces in which the kills by calls of one routine are looked for."""
SAMPLE: Final = 12
"""Calls of a trace that are tried."""
EXHAUSTIVE: Final = 10**9
"""Calls of a trace that are tried where few show no difference."""
PER_TRACE: Final = 3
"""Kills of a mutant in one trace, as long as other traces have some."""


def key_of(mutant: Mutant) -> str:
    """Return a text that tells a mutant from all others of its specification."""
    place = ".".join(map(str, mutant.place))
    change = f"{mutant.operator.name}:{mutant.before}:{mutant.after}"
    return f"{mutant.module}.{mutant.function}:{place}:{change}"


def kills(
    oracle: Oracle, traces: Sequence[RecordedTrace], seed: int = 0
) -> dict[str, list[tuple[int, int]]]:
    """Return the kills of each candidate; a candidate without any is left out.

    Some are looked for by calls of each routine alone, some by the last of these in each trace, and
    some by all; every call is tried where these find none.
    """
    chance = random.Random(seed)
    order = list(range(len(traces)))
    chance.shuffle(order)
    decisions = [list(_decisions(oracle, trace)) for trace in traces]
    found: dict[str, list[tuple[int, int]]] = {}
    for number, mutant in enumerate(oracle.candidates):
        search = _KillSearch(oracle, number, traces, decisions, chance)
        concerned = [name for name in oracle.reach if oracle.concerns(number, name)]
        for name in concerned:
            search.look([name], order[:TRACES_OF_ONE], SAMPLE, PER_TRACE, ENOUGH_OF_ONE)
            search.look([name], order[:TRACES_OF_ONE], 1, 1, ENOUGH_OF_ONE, at_end=True)
        search.look(concerned, order, SAMPLE, PER_TRACE, ENOUGH)
        if not search.found:
            search.look(concerned, order, EXHAUSTIVE, ENOUGH, ENOUGH)
        if search.found:
            found[key_of(mutant)] = sorted(search.found)
    return found


class _KillSearch:
    """Looks for the kills of one candidate."""

    def __init__(
        self,
        oracle: Oracle,
        candidate: int,
        traces: Sequence[RecordedTrace],
        decisions: Sequence[Sequence[_Decision]],
        chance: random.Random,
    ) -> None:
        self.found: list[tuple[int, int]] = []
        self._oracle, self._candidate, self._traces = oracle, candidate, traces
        self._decisions, self._chance = decisions, chance
        self._tried: set[tuple[State | None, Call]] = set()

    def look(
        self,
        routines: Sequence[str],
        among: Iterable[int],
        calls: int,
        most: int,
        total: int,
        at_end: bool = False,
    ) -> None:
        """Add kills by calls of some routines: so many in all, and at most so many of a trace.

        Half of the calls that are tried in a trace are its first ones: a program with a fault
        leaves most traces early. ``at_end`` takes the last ones: what a program replies at the end
        of a game may be right only there.
        """
        enough = len(self.found) + total
        for trace in among:
            own = 0
            for each in self._sample(trace, routines, calls, at_end):
                self._tried.add((each.state, each.call))
                shown = _killed_at(self._oracle, self._candidate, self._traces[trace], each)
                if shown is not None:
                    self.found.append((trace, shown))
                    own += 1
                    if len(self.found) >= enough:
                        return
                    if own >= most:
                        break

    def _sample(
        self, trace: int, routines: Sequence[str], most: int, at_end: bool
    ) -> list[_Decision]:
        new = [
            each
            for each in self._decisions[trace]
            if each.call.routine in routines and (each.state, each.call) not in self._tried
        ]
        if len(new) <= most:
            return new
        if at_end:
            return new[-most:]
        first, rest = new[: most // 2], new[most // 2 :]
        return first + self._chance.sample(rest, most - len(first))


class _Decision(NamedTuple):
    """A call of a trace, about which a candidate may decide otherwise than the specification."""

    place: int
    state: State | None
    call: Call
    end: int
    """The position after the last observation that shows what the call does."""


def _decisions(oracle: Oracle, trace: RecordedTrace) -> Iterator[_Decision]:
    """Yield every call of a trace."""
    state: State | None = None
    calls, purposes = trace.calls, trace.purposes
    for place, (call, purpose) in enumerate(zip(calls, purposes, strict=True)):
        end = place + 1
        if purpose is Purpose.COMMAND:
            while end < len(calls) and purposes[end] is not Purpose.COMMAND:
                end += 1
        yield _Decision(place, state, call, end)
        if purpose is Purpose.COMMAND:
            outcome = oracle.due(state, call)
            assert outcome is not None
            state = outcome.state


def _killed_at(
    oracle: Oracle, candidate: int, trace: RecordedTrace, decision: _Decision
) -> int | None:
    """Return the position of the reply that contradicts a candidate for a call; None if none."""
    due = oracle.due(decision.state, decision.call)
    said = oracle.outcome(candidate, decision.state, decision.call)
    if said is None or due is None:
        return None
    if (said.exception, said.output) != (due.exception, due.output):
        return decision.place
    if said.state == due.state:
        return None
    purposes, calls = trace.purposes, trace.calls
    for position in range(decision.place + 1, decision.end):
        if purposes[position] is Purpose.OBSERVE:
            other = oracle.due(said.state, calls[position])
            right = oracle.due(due.state, calls[position])
            if other and right and other.output != right.output:
                return position
    return None
