"""Ignored calls: a transition that should change the state, and now and then does nothing.

Where observers show the whole state, such a call shows at once. Elsewhere it shows later, in some
query: a stack that ignores a second equal item has the right one on top, and is not deep enough.
None of these queries is wrong. So the program is compared with a specification in which calls of
one transition may do nothing, not even raise an exception: all states in which it may be are
followed through its games. If each reply of each game with wrong ones is right in such a state, the
transition is at fault. But if only exceptions are missing, their conditions are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact, Run
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Call
from modspec.syntax.module import Function
from modspec.syntax.values import State

RUNS: Final = 40
"""Games with wrong replies that are followed, from all parts of the check."""
STATES: Final = 32
"""States at most in which a program may be: with more, its replies tell too little."""


def ignored_transition(facts: Sequence[Fact], oracle: Oracle) -> Function | None:
    """Return the transition whose calls now and then do nothing, if this explains all facts.

    None if it explains not all, or if two transitions do.
    """
    runs = [*{id(fact.run): fact.run for fact in facts}.values()]
    some = runs[:: -(-len(runs) // RUNS)] if runs else []
    programs = oracle.machine.module.access_programs
    found = [
        function
        for function in programs
        if function.is_transition and function.state
        if some and all(_is_right(run, function.name, oracle) for run in some)
        if not all(_is_right(run, function.name, oracle, is_due=False) for run in some)
    ]
    return found[0] if len(found) == 1 else None


def _is_right(run: Run, ignored: str, oracle: Oracle, is_due: bool = True) -> bool:
    """Whether all replies are right in some state, if calls of a transition may do nothing.

    Unless a transition ``is_due``, only calls that should raise may do nothing.
    """
    states: set[State | None] = {None}
    for call, reply in zip(run.calls, run.replies, strict=False):
        states = _states_after(states, call, reply, ignored, oracle, is_due)
        if not 0 < len(states) <= STATES:
            return False
    return True


def _states_after(
    states: Iterable[State | None],
    call: Call,
    reply: Reply,
    ignored: str,
    oracle: Oracle,
    is_due: bool,
) -> set[State | None]:
    """Return the states in which the program may be after a call, for what it replied."""
    after: set[State | None] = set()
    is_transition = oracle.machine.routine(call.routine).is_transition
    is_accepted = reply.exception is None and reply.fault is None
    for state in states:
        due = oracle.due(state, call)
        if due is None:
            after.add(state)
        elif agrees(due, reply):
            moves = is_transition and due.exception is None
            after.add(due.state if moves else state)
            if call.routine == ignored and is_due:
                after.add(state)
        elif call.routine == ignored and due.exception is not None and is_accepted:
            after.add(state)
    return after


def by_ignored_call(found: Mismatch, ignored: Function, oracle: Oracle) -> Mismatch:
    """Return the mismatch with the call that did nothing as the culprit, the last one if several.

    The mismatch stays as it is if none of the calls explains it alone.
    """
    calls = [*found.history, *([found.culprit.call] if found.step is not found.culprit else ())]
    for number in reversed(range(len(calls))):
        if calls[number].routine != ignored.name:
            continue
        rest = [*calls[:number], *calls[number + 1 :]]
        before, without = state_after(calls[:number], oracle), state_after(rest, oracle)
        outcome = oracle.due(before, calls[number])
        seen = oracle.due(without, found.step.call)
        if outcome is None or seen is None or not agrees(seen, found.reply):
            continue
        between = tuple(calls[number + 1 :])
        return replace(
            found,
            culprit=TraceStep(calls[number], before, outcome, Purpose.COMMAND),
            history=tuple(calls[:number]),
            between=between,
            observed=() if between else ((found.step, found.reply),),
            block=(),
        )
    return found


def state_after(calls: Iterable[Call], oracle: Oracle) -> State | None:
    """Return the state to which calls lead; one that raises, or is not specified, does nothing."""
    state: State | None = None
    for call in calls:
        due = oracle.due(state, call)
        if due is not None and due.exception is None:
            state = due.state
    return state
