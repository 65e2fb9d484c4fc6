"""Kills: the recorded calls whose right reply contradicts a mutant.

They are computed once, with a recording. A program that replies rightly to one of them does not
behave as the mutant does; a rule passes only if each of its mutants was contradicted that way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from modcheck.judging.oracle import Oracle
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
    """Return the kills of each candidate; a candidate without any is left out."""
    chance = random.Random(seed)
    order = list(range(len(traces)))
    chance.shuffle(order)
    found: dict[str, list[tuple[int, int]]] = {}
    steps = [list(_decisions(oracle, trace)) for trace in traces]
    for number, mutant in enumerate(oracle.candidates):
        own: list[tuple[int, int]] = []
        tried: set[tuple[State | None, Call]] = set()
        concerned = [name for name in oracle.reach if oracle.concerns(number, name)]
        enough = max(ENOUGH_OF_ONE, ENOUGH // max(len(concerned), 1))
        rounds = [([name], order[:TRACES_OF_ONE], SAMPLE, PER_TRACE, enough) for name in concerned]
        rounds.append((concerned, order, SAMPLE, PER_TRACE, ENOUGH))
        rounds.append((concerned, order, EXHAUSTIVE, ENOUGH, ENOUGH))
        for routines, among, limit, most, total in rounds:
            if own and among is order:
                break
            begin = len(own)
            for trace in among:
                if len(own) - begin >= total:
                    break
                places = [s for s in steps[trace] if s[2].routine in routines]
                places = [s for s in places if (s[1], s[2]) not in tried]
                if len(places) > limit:
                    places = chance.sample(places, limit)
                before = len(own)
                for place, state, call, last in places:
                    if len(own) - before >= most:
                        break
                    tried.add((state, call))
                    shown = _killed_at(oracle, number, traces[trace], place, state, call, last)
                    if shown is not None:
                        own.append((trace, shown))
        if own:
            found[key_of(mutant)] = sorted(own)
    return found


def _decisions(
    oracle: Oracle, trace: RecordedTrace
) -> Iterator[tuple[int, State | None, Call, int]]:
    """Yield every call of a trace: position, state before, call, end of what follows it."""
    state: State | None = None
    calls, purposes = trace.calls, trace.purposes
    for place, (call, purpose) in enumerate(zip(calls, purposes, strict=True)):
        last = place + 1
        if purpose is Purpose.COMMAND:
            while last < len(calls) and purposes[last] is not Purpose.COMMAND:
                last += 1
        yield place, state, call, last
        if purpose is Purpose.COMMAND:
            outcome = oracle.due(state, call)
            assert outcome is not None
            state = outcome.state


def _killed_at(
    oracle: Oracle,
    number: int,
    trace: RecordedTrace,
    place: int,
    state: State | None,
    call: Call,
    last: int,
) -> int | None:
    """Return the position of the reply that contradicts a candidate for a call; None if none."""
    due, said = oracle.due(state, call), oracle.outcome(number, state, call)
    if said is None or due is None:
        return None
    if (said.exception, said.output) != (due.exception, due.output):
        return place
    if said.state == due.state:
        return None
    purposes, calls = trace.purposes, trace.calls
    for position in range(place + 1, last):
        if purposes[position] is Purpose.OBSERVE:
            other = oracle.due(said.state, calls[position])
            right = oracle.due(due.state, calls[position])
            if other and right and other.output != right.output:
                return position
    return None
