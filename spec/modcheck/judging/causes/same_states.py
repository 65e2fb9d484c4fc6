"""Same states: other games that should lead to the state in which a reply is wrong.

If the same call is right after another game, the states of the program are not the same, though by
the specification they are. So a transition left the state wrong, and the routine that is called is
not at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from typing import Final

from modcheck.judging.causes.ignored_calls import state_after
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import GatheredFacts
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.trace import Purpose, TraceStep
from modspec.run.machine import Call
from modspec.syntax.values import State

MOST_CALLS: Final = 16
"""Calls of a game among which some are left out."""


class SameStates:
    """What one program replied in states that are the same by the specification."""

    def __init__(
        self,
        evidence: GatheredFacts,
        oracle: Oracle,
        replies: Callable[[Sequence[Call]], list[Reply]],
    ) -> None:
        """Take the evidence about a program; ``replies`` asks a fresh one."""
        self._evidence, self._oracle, self._replies = evidence, oracle, replies

    def is_right_elsewhere(self, game: Sequence[Call], step: TraceStep) -> bool:
        """Whether the call of a step is right after another game to the state before it.

        If no such reply is known, other games are played.
        """
        if self._is_known_to_be_right(step):
            return True
        return any(
            agrees(step.expected, self._replies((*way, step.call))[-1]) for way in self._ways(game)
        )

    def needless_calls(self, mismatch: Mismatch) -> tuple[Call, ...]:
        """Return calls of a game without which a mismatch does not show, in the same state.

        They left something that the observers do not show, and that is no part of the state.
        """
        game, step = mismatch.transitions, mismatch.culprit
        shows = [step.call] if mismatch.step is step else [step.call, mismatch.step.call]
        for way in self._ways(game):
            if agrees(mismatch.step.expected, self._replies((*way, *shows))[-1]):
                left = [*game]
                for call in way:
                    left.remove(call)
                return tuple(left)
        return ()

    def _is_known_to_be_right(self, step: TraceStep) -> bool:
        """Whether the same call was right in the same state of a game that was played."""
        for trace, end, wrong in self._evidence.played:
            state: State | None = None
            for number, call in enumerate(trace.calls[:end]):
                if call == step.call and number not in wrong and state == step.before:
                    return True
                if trace.purposes[number] is Purpose.COMMAND:
                    outcome = self._oracle.due(state, call)
                    assert outcome is not None
                    state = outcome.state
        return False

    def _ways(self, game: Sequence[Call]) -> Iterator[tuple[Call, ...]]:
        """Yield a game without one to three of its calls if it should lead to the same state."""
        wanted = state_after(game, self._oracle)
        places = range(1, min(len(game), MOST_CALLS))
        for left_out in chain.from_iterable(combinations(places, n) for n in (3, 2, 1)):
            way = tuple(call for place, call in enumerate(game) if place not in left_out)
            state: State | None = None
            for call in way:
                outcome = self._oracle.due(state, call)
                if outcome is None or outcome.exception is not None:
                    break
                state = outcome.state
            else:
                if state == wanted:
                    yield way
