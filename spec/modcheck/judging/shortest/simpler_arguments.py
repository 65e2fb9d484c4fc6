"""Simpler arguments: of a collection that is passed, only the elements that a mismatch takes.

Games are tried in the order of their length, and a collection with three elements makes a game no
longer. So elements are left out afterwards, one at a time, until each is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from modcheck.judging.play.examiner import Examiner
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Trace
from modspec.run.machine import Call
from modspec.syntax.values import Map, State

TRIES: Final = 40
"""Games that are tried, each on a fresh program."""


def with_simpler_arguments(found: Mismatch, examiner: Examiner) -> Mismatch:
    """Return the mismatch in a game of the same calls, with as few elements as it takes."""
    takes_more = found.earlier_games or found.between or found.query_numbers
    ends = found.reply.fault is not None and not found.reply.goes_on
    if not found.reproduced or takes_more or found.rejected_numbers or ends or not found.history:
        return found
    simpler, left = _simpler(found), TRIES
    while left and (game := next(simpler, None)):
        trace = _trace(game, found, examiner)
        left -= bool(trace)
        again = examiner.try_trace(trace) if trace else None
        if again is not None and _calls(again) == game:
            found = replace(again, shortest=found.shortest)
            simpler = _simpler(found)
    return found


def _calls(found: Mismatch) -> Sequence[Call]:
    return [*found.history, found.culprit.call]


def _simpler(found: Mismatch) -> Iterator[Sequence[Call]]:
    """Yield the calls with one element less in one argument."""
    calls = _calls(found)
    for place, call in enumerate(calls):
        for number, value in enumerate(call.arguments):
            for less in _with_one_less(value):
                arguments = (*call.arguments[:number], less, *call.arguments[number + 1 :])
                simpler = replace(call, arguments=arguments)
                yield [*calls[:place], simpler, *calls[place + 1 :]]


def _with_one_less(value: Any) -> Iterator[Any]:
    """Yield a collection without each of its elements; nothing if the value is none."""
    if isinstance(value, frozenset):
        yield from (value - {element} for element in sorted(value, key=str))
    elif type(value) is tuple:  # a record is none
        yield from ((*value[:n], *value[n + 1 :]) for n in range(len(value)))
    elif isinstance(value, Map):
        yield from (Map({k: v for k, v in value.items() if k != key}) for key in value)


def _trace(game: Sequence[Call], found: Mismatch, examiner: Examiner) -> Trace:
    """Return the calls, with those that may show the mismatch; empty if one is not allowed."""
    write, trace = examiner.generator, Trace()
    state: State | None = None
    purposes = [*(Purpose.COMMAND for _ in game[1:]), found.culprit.purpose]
    for call, purpose in zip(game, purposes, strict=True):
        step = write.possible_step(state, call, purpose)
        due = found.culprit.expected.exception if len(trace) == len(game) - 1 else None
        if step is None or step.expected.exception != due:
            return []
        trace.append(step)
        state = step.expected.state if due is None else state
    is_shown_later = found.step is not found.culprit
    return [*trace, *write.observation(state)] if is_shown_later and state is not None else trace
