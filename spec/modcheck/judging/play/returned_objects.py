"""Returned objects: a program whose transitions return a new object, and change none.

So a class is written whose objects never change. The specification's transitions change the object,
and what they return is not looked at: to the checker such a program does nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact, Run
from modcheck.system.implementation import Json, Reply
from modcheck.testing.budget import HINT_CLEAR
from modspec.run.machine import Call

Answer: TypeAlias = tuple[str | None, str | None, Json]
"""The exception, the fault and the output of a reply."""

_OBJECT: Final = re.compile(r"(?P<kind>[A-Za-z_]\w*) .*\b(?P=kind)\b.*", re.DOTALL)
"""An object in a reply: the name of its class, and its text, which has the name as well."""


def class_of_new_objects(facts: Sequence[Fact], oracle: Oracle) -> str | None:
    """Return the class whose objects all transitions return while nothing changes, or None.

    Equal calls get equal replies, also where other ones are due after a transition. So it is where
    methods return new objects, and not where they return the object itself after changing it.
    """
    runs = [*{id(fact.run): fact.run for fact in facts}.values()]
    kinds = {kind for run in runs for kind in _returned_kinds(run, oracle)}
    stale = [number for run in runs if (number := _stale_replies(run)) is not None]
    is_clear = len(kinds) == 1 and len(stale) == len(runs) and sum(stale) >= HINT_CLEAR
    return kinds.pop() if is_clear else None


def _returned_kinds(run: Run, oracle: Oracle) -> Iterator[str | None]:
    """Yield the class of what each transition returned; None for what is no object."""
    initial = {function.name for function in oracle.machine.module.initializers}
    for call, reply in zip(run.calls, run.replies, strict=False):
        is_transition = oracle.machine.routine(call.routine).is_transition
        if is_transition and call.routine not in initial and reply.exception is None:
            yield _kind_of(reply.output)


def _kind_of(output: Json) -> str | None:
    """Return the class of an object in a reply, alone or before an output; None if it is none."""
    if isinstance(output, tuple):
        return _kind_of(output[0]) if output else None
    match = _OBJECT.fullmatch(output) if isinstance(output, str) else None
    return match["kind"] if match else None


def _stale_replies(run: Run) -> int | None:
    """Return how often a reply is that of an equal call before, where another one is due now.

    None if equal calls got different replies.
    """
    known: dict[Call, tuple[Answer, Json]] = {}
    number = 0
    for place, (call, reply) in enumerate(zip(run.calls, run.replies, strict=False)):
        answer, due = _without_objects(reply), run.due(place)
        before, due_before = known.setdefault(call, (answer, due))
        if answer != before:
            return None
        number += due != due_before
    return number


def _without_objects(reply: Reply) -> Answer:
    """Return a reply, with its class in place of an object, whose text may have an address."""
    kind = _kind_of(reply.output)
    return (reply.exception, reply.fault, kind if kind else reply.output)
