"""Effects: causes that may come of other causes, and so are no faults of their own.

A cause is outweighed by another one that may lie in the same functions and explains more facts: a
fault of one function shows in many replies, some of which look like other faults.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from modcheck.judging.oracle import Oracle, Place
from modcheck.judging.places import Places
from modcheck.judging.table import Cause
from modcheck.system.implementation import Reply
from modcheck.testing.budget import CHANCE

MUCH: Final = 2.0
"""An unexplained cause is no fault of its own beside one that weighs so many times as much."""


class Effects:
    """Tells the effects among the causes of one program's facts."""

    def __init__(
        self, causes: Sequence[Cause], places: Places, oracle: Oracle, known: Collection[int]
    ) -> None:
        """Take all causes; ``known`` are candidates that explain faults found before."""
        self._places, self._oracle, self._known = places, oracle, known
        self._explained = [each for each in causes if each.candidate is not None]
        self._unexplained = [
            each for each in causes if each.candidate is None and not self.is_crash(each)
        ]
        self._told: set[Place] = set()
        self._failures: set[str] = set()

    def is_effect(self, cause: Cause) -> bool:
        """Whether a cause may come of another one, or of one that was told before."""
        if self._is_known_failure(cause):
            return True
        if cause.candidate is not None:
            return self._is_chance(cause)
        if not self._told.isdisjoint(self._places.behind(cause)):
            return True
        return self._is_outweighed(cause)

    def tell(self, cause: Cause) -> None:
        """Note that a cause is told as a fault: what may come of it is an effect."""
        if self.is_crash(cause):
            self._failures.add(failure_of(cause.facts[0].reply))
        elif cause.candidate is None:
            self._told |= {self._places.own(cause), *self._places.of(cause)}

    def is_crash(self, cause: Cause) -> bool:
        """Whether a cause is that the program broke down."""
        return cause.facts[0].is_crash(self._oracle)

    def _is_known_failure(self, cause: Cause) -> bool:
        """Whether the program broke down as it did before; a call may do so for other reasons."""
        reply = cause.facts[0].reply
        is_over = reply.fault is not None  # the program itself, not a call
        is_known = self.is_crash(cause) and failure_of(reply) in self._failures
        return is_known and (is_over or cause.candidate is None)

    def _is_chance(self, cause: Cause) -> bool:
        """Whether a candidate agrees by chance with some of the facts of an unexplained fault.

        The fault weighs more if it may lie in the same functions, and far more if it may lie in
        any function that its clause applies.
        """
        assert cause.candidate is not None
        if cause.candidate in self._known:
            return False
        place, places = self._places.function_of(cause.candidate), self._places.of(cause)
        return any(
            (cause.weight < each.weight and not places.isdisjoint(self._places.inner(each)))
            or (cause.weight < CHANCE * each.weight and place in self._places.within(each))
            for each in self._unexplained
        )

    def _is_outweighed(self, cause: Cause) -> bool:
        """Whether another cause that concerns the same functions as an unexplained one is heavier.

        It is much heavier, or far heavier if it may lie in any function that the clause applies.
        """
        concerned = self._places.behind(cause) | {self._places.own(cause)}
        if any(self._is_heavier(other, cause) for other in self._explained):
            return True
        return any(
            cause.weight * MUCH < other.weight
            and not concerned.isdisjoint(self._places.behind(other) | {self._places.own(other)})
            for other in self._unexplained
        )

    def _is_heavier(self, explained: Cause, cause: Cause) -> bool:
        """Whether a cause that a candidate explains outweighs an unexplained one."""
        assert explained.candidate is not None
        place = self._places.function_of(explained.candidate)
        is_much = place in self._places.of(cause) and cause.weight * MUCH < explained.weight
        is_far = place in self._places.within(cause) and cause.weight < CHANCE * explained.weight
        return (is_much or is_far) and not self._is_chance(explained)


def failure_of(reply: Reply) -> str:
    """Return how a program broke down."""
    return f"({reply.fault or reply.exception})"
