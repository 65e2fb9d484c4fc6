"""Mismatches: replies that differ from what the specification demands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from modcheck.system.implementation import Reply
from modcheck.system.object_views import output_of
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Call, Machine, Outcome


@dataclass(frozen=True)
class Mismatch:
    """A reply that differs from what the specification demands."""

    step: TraceStep
    reply: Reply
    culprit: TraceStep
    """The call at fault: for a wrong observation, the transition or the query before it."""
    history: tuple[Call, ...]
    """The transitions before the culprit, and the no-op calls that the mismatch takes."""
    observed: tuple[tuple[TraceStep, Reply], ...] = ()
    """Every observation after the culprit, where the state was observed."""
    block: tuple[TraceStep, ...] = ()
    """The queries, or calls that raise, since the last observation; the culprit is the last."""
    before: tuple[TraceStep, ...] = ()
    """Every call before, and the mismatching call."""
    earlier_games: tuple[Call, ...] = ()
    """The transitions of earlier games, since the implementation was fresh."""
    between: tuple[Call, ...] = ()
    """The transitions between the culprit and the call that shows the mismatch later."""
    query_numbers: tuple[int, ...] = ()
    """The positions of queries in the history."""
    rejected_numbers: tuple[int, ...] = ()
    """The positions of calls that raise in the history."""
    reproduced: bool = True
    """Whether the same calls showed the mismatch again."""
    shortest: bool = False
    """Whether every shorter game with the values to try was played, and shows nothing."""

    @property
    def moves(self) -> int:
        """The number of transitions without the calls that start a game; with the culprit."""
        first = self.history[0].routine if self.history else self.culprit.call.routine
        plays = self.culprit.purpose is Purpose.COMMAND
        own = [self.culprit.call] if plays and self.culprit.before is not None else []
        calls = [*self.history, *own, *self.between]
        no_op = len(self.query_numbers) + len(self.rejected_numbers)
        return sum(call.routine != first for call in calls) - no_op

    @property
    def transitions(self) -> tuple[Call, ...]:
        """The history without the no-op calls."""
        no_op = {*self.query_numbers, *self.rejected_numbers}
        return tuple(call for number, call in enumerate(self.history) if number not in no_op)


def by_the_second_of_equal_calls(mismatch: Mismatch) -> Mismatch:
    """Return the mismatch; if the call that shows it equals the culprit, it becomes the culprit.

    The first of the two calls joins the game: "push(1), shown by push(1)" reads as one call.
    """
    step, culprit, number = mismatch.step, mismatch.culprit, len(mismatch.history)
    if step is culprit or step.call != culprit.call or mismatch.between:
        return mismatch
    queries = (number,) if culprit.purpose is Purpose.QUERY else ()
    rejected = (number,) if culprit.purpose is Purpose.REJECTED else ()
    return replace(
        mismatch,
        culprit=step,
        history=(*mismatch.history, culprit.call),
        query_numbers=(*mismatch.query_numbers, *queries),
        rejected_numbers=(*mismatch.rejected_numbers, *rejected),
    )


def agrees(expected: Outcome, reply: Reply, machine: Machine | None = None) -> bool:
    """Whether a reply is what an outcome says, of a machine or of the specification itself."""
    if reply.fault is not None or reply.exception != expected.exception:
        return False
    if expected.is_silent or expected.exception is not None:
        return True
    value = output_of(expected, machine)
    return type(value) is type(reply.output) and value == reply.output
