"""No-op calls: queries, and calls that raise, that should change nothing, but change something.

One call may change the state, or several together: the turn that goes over at the second refused
move. The fewest calls that bring the mismatch about are found by halving. The transitions stay as
they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from modcheck.judging.play.examiner import Examiner
from modcheck.judging.play.facts import same_reply
from modcheck.testing.budget import (
    EVERYTHING,
    NO_OP_CALLS,
    NO_OP_ROW,
    NO_OP_TRIES,
    NO_OP_TRIES_LEAST,
)
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, Trace, TraceStep, state_after
from modspec.syntax.values import State

CHANCE_QUERIES: Final = 6
"""If a wrong reply takes more calls than this before it, it is as if chance decided."""
OTHER_GAMES: Final = 40
"""Games in which it is tried whether one call brings a mismatch about that took several."""
TELLING: Final = 8
"""Calls that tell whether the state is an old one, or one reply only."""


def by_asking(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch with the fewest no-op calls that bring it about.

    None if all of them together do not. The last of them is the culprit; the others are in the
    history.
    """
    *before, last = found.before

    def trace(kept: Sequence[int]) -> Trace:
        stay = set(kept)
        some = (s for n, s in enumerate(before) if s.purpose is Purpose.COMMAND or n in stay)
        return [replace(step, purpose=_purpose(step)) for step in some]

    def is_shown(kept: Sequence[int]) -> bool:
        return _mismatch_after(trace(kept), [last], examiner) is not None

    tries = max(NO_OP_TRIES_LEAST, min(NO_OP_TRIES, NO_OP_CALLS // max(1, len(before))))
    kept = fewest(next(filter(is_shown, _selections(before)), []), is_shown, tries)
    shown = _mismatch_after(trace(kept), [last], examiner) if kept else None
    if shown is None:
        return None
    shown = replace(shown, observed=())
    if len(kept) > CHANCE_QUERIES and last.purpose is Purpose.QUERY and not found.observed:
        return None  # the same query is right most of the time: it is the query that is wrong
    if len(kept) > 1:
        one = _by_one_in_another_game(before[: kept[-1] + 1], examiner)
        return one or _by_several(before, kept, shown, examiner)
    cause, calls = before[kept[0]], trace(kept)
    plays = [step for step in before[: kept[0]] if step.purpose is Purpose.COMMAND]
    if at_once := _at_once(plays, cause, last, examiner):
        return at_once
    between = any(step.purpose is Purpose.COMMAND for step in before[kept[0] :])
    if between and _is_old_reply(cause, calls, shown, examiner):
        return replace(by_no_op_calls([*calls, last], shown), culprit=last)
    return by_no_op_calls(calls, shown)


def _by_one_in_another_game(trace: Trace, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch by the last call of a trace alone, in another game as long.

    Where all who wait in a queue are alike, it takes as many calls until one is missed. None if few
    games show nothing.
    """
    write, (*before, call) = examiner.generator, trace
    moves = sum(step.purpose is Purpose.COMMAND for step in before) - 1
    for game in islice(write.tree.traces_of_length(max(moves, 0)), OTHER_GAMES):
        state = state_after(game[-1])
        no_op = write.possible_step(state, call.call, _purpose(call))
        if no_op is None or no_op.expected.exception != call.expected.exception:
            continue
        observation = write.observation(state)
        if change := examiner.change_in([*game, *observation, no_op, *observation]):
            return by_no_op_calls([*game, no_op], change)
    return None


def _at_once(
    before: Trace, cause: TraceStep, last: TraceStep, examiner: Examiner
) -> Mismatch | None:
    """Return the mismatch right after the no-op call that brings it about; None if not shown there.

    ``before`` are the transitions up to this call. Of the calls with the same outcome the first one
    that shows it takes its place, and the call that shows it is the first one of its kind, too;
    or an observation, if it shows what has changed.
    """
    write, state = examiner.generator, cause.before
    for call in _alike(cause, state, examiner):
        for shows in _alike(last, state, examiner):
            if shown := _mismatch_after([*before, call], [shows], examiner):
                observation = write.observation(state) if state is not None else []
                change = examiner.change_in([*before, *observation, call, *observation])
                if change and not examiner.is_right([*before, call, change.step]):
                    shown = change
                return by_no_op_calls([*before, call], shown)
    return None


def _alike(step: TraceStep, state: State | None, examiner: Examiner) -> Trace:
    """Return the first call of a routine with the same outcome in a state, and a call itself."""
    write = examiner.generator
    if state is None:
        return []
    own = write.possible_step(state, step.call, step.purpose)
    if own is None or own.expected.exception != step.expected.exception:
        return []
    match step.purpose:
        case Purpose.REJECTED:
            every = write.rejected_calls(state, EVERYTHING, step.call.routine)
        case Purpose.QUERY:
            every = write.queries(state, EVERYTHING, step.call.routine)
        case _:
            every = []
    alike = (each for each in every if each.expected.exception == step.expected.exception)
    return [*dict.fromkeys([*islice(alike, 1), own])]


def _is_old_reply(cause: TraceStep, calls: Trace, shown: Mismatch, examiner: Examiner) -> bool:
    """Whether a reply is the one that was due when a query was made before: it is kept since then.

    If another query was made, the state may be the old one instead. Then other routines show it,
    unless the program lacks an observer.
    """
    step, state, write = shown.step, shown.step.before, examiner.generator
    old = write.possible_step(cause.before, step.call, Purpose.QUERY)
    if state is None or cause.before is None or step.purpose is Purpose.COMMAND or old is None:
        return False
    if not agrees(old.expected, shown.reply):
        return False
    if step.call == cause.call:
        return True
    if not all(write.calls.wanted_calls(each, cause.before) for each in write.machine.observers):
        return False
    own = {step.call.routine, cause.call.routine}
    asked = (*write.observation(cause.before), *write.queries(cause.before, EVERYTHING))
    telling = [
        now
        for then in asked
        if then.call.routine not in own
        and (now := write.possible_step(state, then.call, Purpose.QUERY)) is not None
        and not same_reply(then.expected, now.expected)
    ][:TELLING]
    return bool(telling) and all(examiner.is_right([*calls, each]) for each in telling)


def _selections(before: Trace) -> Iterator[list[int]]:
    """Yield sets of no-op calls, by number, to try one after the other.

    First come the calls of one routine with one outcome, the latest first; then all that raise; all
    but observations; all.
    """
    alike: dict[tuple[str, str | None], list[int]] = {}
    kinds: dict[Purpose, list[int]] = {}
    for number, step in enumerate(before):
        kinds.setdefault(step.purpose, []).append(number)
        if step.purpose in (Purpose.REJECTED, Purpose.QUERY):
            alike.setdefault((step.call.routine, step.expected.exception), []).append(number)
    yield from sorted(alike.values(), key=max, reverse=True)
    raising, asking, observing = (
        kinds.get(each, []) for each in (Purpose.REJECTED, Purpose.QUERY, Purpose.OBSERVE)
    )
    yield raising
    yield sorted([*raising, *asking])
    yield sorted([*raising, *asking, *observing])


def fewest(
    no_ops: Sequence[int], is_shown: Callable[[Sequence[int]], bool], tries: int = NO_OP_TRIES
) -> list[int]:
    """Return few of some calls that still bring the mismatch about, as all of them do.

    The shortest end of the list that brings it about begins with a call that is needed. The rest of
    the list is searched in the same way, until the calls found suffice. After too many tries, the
    calls that are left stay in.
    """
    kept: list[int] = []
    rest = list(no_ops)
    while rest and not (kept and is_shown(kept)):
        few, enough = 0, len(rest)  # the last so many do not suffice; so many do
        while enough - few > 1 and tries > 0:
            tries -= 1
            middle = (few + enough) // 2
            if is_shown([*kept, *rest[-middle:]]):
                enough = middle
            else:
                few = middle
        if tries <= 0:
            return [*kept, *rest[-enough:]]
        kept, rest = [*kept, rest[-enough]], rest[len(rest) - enough + 1 :]
    return kept


def _by_several(
    before: Trace, kept: Sequence[int], shown: Mismatch, examiner: Examiner
) -> Mismatch:
    """Return the mismatch by several no-op calls: by one call made several times, if that suffices.

    Observations show it if they can, so that a reader sees what has changed.
    """
    write, call = examiner.generator, before[kept[-1]]
    plays = [step for step in before[: kept[-1]] if step.purpose is Purpose.COMMAND]
    for game in [plays[:1], plays][len(plays) < 2 :]:
        state = game[-1].expected.state if game else None
        no_ops = write.step(state, call.call, call.purpose)
        if state is None or no_ops.expected.exception != call.expected.exception:
            continue
        parts = {len(kept) // number for number in range(1, min(len(kept), NO_OP_ROW))}
        for times in sorted({*range(1, min(len(kept), NO_OP_ROW)), *parts}):
            trace = [*game, *[no_ops] * times]
            if observed := _mismatch_after(trace, write.observation(state), examiner):
                return by_no_op_calls(trace, observed)
    stay = {*kept}
    trace = [s for n, s in enumerate(before) if s.purpose is Purpose.COMMAND or n in stay]
    now = trace[-1].expected.state
    observed = _mismatch_after(trace, write.observation(now), examiner) if now is not None else None
    return by_no_op_calls(trace, observed or shown)


def _mismatch_after(trace: Trace, shows: Trace, examiner: Examiner) -> Mismatch | None:
    """Return the mismatch in the last calls, if there is none in the trace before them."""
    again = examiner.try_trace([*trace, *shows])
    return again if again and len(again.before) > len(trace) else None


def by_no_op_calls(trace: Sequence[TraceStep], shown: Mismatch) -> Mismatch:
    """Return the mismatch by the no-op calls of a trace; the last of them is the culprit."""
    calls = [replace(step, purpose=_purpose(step)) for step in trace]
    blamed = max(n for n, step in enumerate(calls) if step.purpose is not Purpose.COMMAND)

    def numbers(purpose: Purpose) -> tuple[int, ...]:
        return tuple(n for n, step in enumerate(calls[:blamed]) if step.purpose is purpose)

    return replace(
        shown,
        culprit=calls[blamed],
        history=tuple(step.call for step in calls[:blamed]),
        query_numbers=numbers(Purpose.QUERY),
        rejected_numbers=numbers(Purpose.REJECTED),
        between=tuple(step.call for step in calls[blamed + 1 :]),
        observed=shown.observed if blamed == len(calls) - 1 else (),
        block=(),
    )


def _purpose(step: TraceStep) -> Purpose:
    """Return why a call is made; an observation that is a culprit counts as a query."""
    return Purpose.QUERY if step.purpose is Purpose.OBSERVE else step.purpose
