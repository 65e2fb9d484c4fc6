"""Deviations: replies that are not what the specification says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modcheck.system.implementation import Reply, encoded
from modcheck.testing.trace import Purpose, Step, Trace
from modspec.run.machine import Call, Outcome


@dataclass(frozen=True)
class Mismatch:
    """A reply that is not what the specification says."""

    step: Step
    reply: Reply
    culprit: Step
    """The call that is at fault: where an observation deviates, the transition or the query before it."""

    history: tuple[Call, ...]
    """The transitions up to the blamed call, without it; and the idle calls among them that it takes."""

    observed: tuple[tuple[Step, Reply], ...] = ()
    """Every observation after the blamed call, where it was observed."""

    block: tuple[Step, ...] = ()
    """The queries, or calls that raise, since the state was last observed, the blamed one last."""

    before: tuple[Step, ...] = ()
    """All that was called before, and the deviating call."""

    earlier_games: tuple[Call, ...] = ()
    """The transitions of earlier games, since the implementation was fresh."""

    between: tuple[Call, ...] = ()
    """The transitions between the blamed call and the one that shows it, where it shows only later."""

    query_numbers: tuple[int, ...] = ()
    """Which calls of the history are questions, by number."""

    rejected_numbers: tuple[int, ...] = ()
    """Which calls of the history raise, by number."""

    reproduced: bool = True
    """Whether it came again when the same calls were made once more."""

    shortest: bool = False
    """Whether every shorter game was tried and shows nothing."""

    @property
    def moves(self) -> int:
        """How many transitions the game has, new beginnings apart; the blamed call included if it is one."""
        first = self.history[0].routine if self.history else self.culprit.call.routine
        plays = self.culprit.purpose is Purpose.COMMAND
        own = [self.culprit.call] if plays and self.culprit.before is not None else []
        calls = [*self.history, *own, *self.between]
        return (
            sum(call.routine != first for call in calls)
            - len(self.query_numbers)
            - len(self.rejected_numbers)
        )

    @property
    def transitions(self) -> tuple[Call, ...]:
        """The history without the idle calls."""
        idle = {*self.query_numbers, *self.rejected_numbers}
        return tuple(call for number, call in enumerate(self.history) if number not in idle)


def agrees(expected: Outcome, reply: Reply, is_transition: bool) -> bool:
    """Whether a reply is what the specification says."""
    if reply.fault is not None or reply.exception != expected.exception:
        return False
    if is_transition or expected.exception is not None:
        return True
    value = encoded(expected.output)
    return type(value) is type(reply.output) and value == reply.output


def mismatch_at(
    script: Trace, replies: Sequence[Reply], number: int, is_a_value: bool = True
) -> Mismatch:
    """The deviation at a step of a script, with the call that is to blame.

    An observation that yields what is no value of the type that is due is itself to blame.
    """
    step = script[number]
    blamed_at = number
    observed: tuple[tuple[Step, Reply], ...] = ()
    answered = replies[number].exception is None and replies[number].fault is None
    if step.purpose is Purpose.OBSERVE and answered and is_a_value:
        first = number
        while first > 0 and script[first].purpose is Purpose.OBSERVE:
            first -= 1
        blamed_at = first
        last = first + 1
        while last < len(script) and script[last].purpose is Purpose.OBSERVE:
            last += 1
        observed = tuple(zip(script[first + 1 : last], replies[first + 1 : last], strict=True))
    played = [s.call for s in script[:blamed_at] if s.purpose is Purpose.COMMAND]
    block_at = blamed_at
    while block_at >= 0 and script[block_at].purpose not in (Purpose.COMMAND, Purpose.OBSERVE):
        block_at -= 1
    block = tuple(script[block_at + 1 : blamed_at + 1])
    return Mismatch(
        step,
        replies[number],
        script[blamed_at],
        tuple(played),
        observed,
        block=block,
        before=tuple(script[: number + 1]),
    )
