"""No-op calls: questions, and calls that raise, after which something deviates although they ought
to change nothing.

One of them may have changed the state, or it takes several: a turn that goes over at the second
refused move. As few of them as bring the deviation about are found by halving, with the transitions
as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from modcheck.judging.examiner import Examiner
from modcheck.system.implementation import encode
from modcheck.testing.budget import NO_OP_CALLS, NO_OP_ROW, NO_OP_TRIES, NO_OP_TRIES_LEAST
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, Trace, TraceStep

CHANCE_QUERIES: Final = 6
"""If a wrong reply takes more calls than this before it, it is as if chance decided."""


def by_asking(found: Mismatch, examiner: Examiner) -> Mismatch | None:
    """The deviation with as few as can be of the idle calls that bring it about; None if not even
    all of them do.

    The last of them is blamed; the others are in the history.
    """
    *before, last = found.before

    def script(kept: Sequence[int]) -> Trace:
        stay = set(kept)
        return [s for n, s in enumerate(before) if s.purpose is Purpose.COMMAND or n in stay]

    def deviates(kept: Sequence[int]) -> bool:
        return _mismatch_after(script(kept), [last], examiner) is not None

    tries = max(NO_OP_TRIES_LEAST, min(NO_OP_TRIES, NO_OP_CALLS // max(1, len(before))))
    kept = fewest(next(filter(deviates, _selections(before)), []), deviates, tries)
    shown = _mismatch_after(script(kept), [last], examiner) if kept else None
    if shown is None:
        return None
    shown = replace(shown, observed=())
    if len(kept) > CHANCE_QUERIES and last.purpose is Purpose.QUERY and not found.observed:
        return None  # the same query is right most of the time: it is the query that is wrong
    if len(kept) > 1:
        return _by_several(before, kept, shown, examiner)
    cause = before[kept[0]]
    between = any(step.purpose is Purpose.COMMAND for step in before[kept[0] :])
    if between and cause.call == last.call and shown.reply.output == encode(cause.expected.output):
        # it is not the state that has changed: the answer is an old one
        return replace(_by_no_op_calls([*script(kept), last], shown), culprit=last)
    return _by_no_op_calls(script(kept), shown)


def _selections(before: Trace) -> Iterator[list[int]]:
    """Idle calls, by number: those of a routine that are alike, beginning with what was called
    last; all that raise; all but what observes; all.
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
    idle: Sequence[int], deviates: Callable[[Sequence[int]], bool], tries: int = NO_OP_TRIES
) -> list[int]:
    """As few as can be found of some calls, with all of which something deviates, so that it still
    does.

    The shortest end of them with which it does begins with one that it takes. Of those after that
    one the shortest end is looked for in turn, until what was found is enough. If that takes too
    many tries, more are left.
    """
    kept: list[int] = []
    rest = list(idle)
    while rest and not (kept and deviates(kept)):
        few, enough = 0, len(rest)  # the last so many do not suffice; so many do
        while enough - few > 1 and tries > 0:
            tries -= 1
            middle = (few + enough) // 2
            if deviates([*kept, *rest[-middle:]]):
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
    """The deviation by several idle calls: by one of them, made so often in a row, if that will do.

    What observes the state shows it, if it can, so that it is seen that this is what has changed.
    """
    write, call = examiner.generator, before[kept[-1]]
    plays = [step for step in before[: kept[-1]] if step.purpose is Purpose.COMMAND]
    for game in [plays[:1], plays][len(plays) < 2 :]:
        state = game[-1].expected.state if game else None
        idle = write.step(state, call.call, call.purpose)
        if state is None or idle.expected.exception != call.expected.exception:
            continue
        parts = {len(kept) // number for number in range(1, min(len(kept), NO_OP_ROW))}
        for times in sorted({*range(1, min(len(kept), NO_OP_ROW)), *parts}):
            script = [*game, *[idle] * times]
            if observed := _mismatch_after(script, write.observation(state), examiner):
                return _by_no_op_calls(script, observed)
    stay = {*kept}
    script = [s for n, s in enumerate(before) if s.purpose is Purpose.COMMAND or n in stay]
    now = script[-1].expected.state
    observed = (
        _mismatch_after(script, write.observation(now), examiner) if now is not None else None
    )
    return _by_no_op_calls(script, observed or shown)


def _mismatch_after(script: Trace, shows: Trace, examiner: Examiner) -> Mismatch | None:
    """What deviates in the calls that are to show it, if nothing does in those before."""
    again = examiner.try_trace([*script, *shows])
    return again if again and len(again.before) > len(script) else None


def _by_no_op_calls(script: Sequence[TraceStep], shown: Mismatch) -> Mismatch:
    """The deviation by the idle calls of a script, the last of which is blamed."""
    calls = [replace(step, purpose=_purpose(step)) for step in script]
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
    """Why a call is made; one that observes, and is to blame, is a question like others."""
    return Purpose.QUERY if step.purpose is Purpose.OBSERVE else step.purpose
