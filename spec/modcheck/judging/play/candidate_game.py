"""Candidate game: a candidate plays the game of a run, and replies as the program did, or not.

Where observers do not show the whole state, the program may be in another state than the
specification. So a candidate that may explain a wrong reply plays the game from its beginning.
Often it is asked about many replies of one game: it plays the game once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import Final, Protocol

from modcheck.judging.expected.oracle import UNDEFINED, Oracle
from modcheck.system.implementation import Reply
from modcheck.testing.mismatch import agrees
from modspec.run.machine import Call
from modspec.syntax.values import State

FOLLOWING: Final = 40
"""Calls after a wrong reply on which a candidate has to agree."""


class Played(Protocol):
    """Calls that were made of a program, and its replies."""

    @property
    def calls(self) -> Sequence[Call]:
        """The calls."""

    @property
    def replies(self) -> Sequence[Reply]:
        """The reply to each."""

    @property
    def wrong(self) -> Collection[int]:
        """The positions of the replies that are not as they should be."""


class Agreement(Enum):
    """What a candidate says of a reply in a game."""

    SAME = auto()
    """It replies the same, and the same to the calls before and soon after."""
    OTHER = auto()
    """It replies something else to the call, or to one before."""
    NOTHING = auto()
    """It has no meaning for the call."""
    UNDECIDED = auto()
    """It replies something else only after the call, or has no meaning for another one near."""


class CandidateGame:
    """A candidate that plays the game of a run, as far as it is asked, and no call twice."""

    def __init__(self, run: Played, start: int, candidate: int, oracle: Oracle) -> None:
        """Begin at the position of a call of an initialiser."""
        self._run, self._candidate, self._oracle = run, candidate, oracle
        self._viewer = oracle.viewer_of(candidate)
        self._next = start
        """The position of the next call."""
        self._state: State | None = None
        self._due_state: State | None = None
        self._other: int | None = None
        """The position of the first call to which it replies something else."""
        self._undefined: list[int] = []
        """The positions of the calls for which it has no meaning."""
        self._is_over = False

    def agreement(self, number: int, routine: str) -> Agreement:
        """Return what the candidate says of the reply at a position, about a call of a routine.

        That it has no meaning for an earlier call of the same query changes nothing.
        """
        end = min(number + FOLLOWING, len(self._run.calls))
        self._play(end)
        for place in self._undefined:
            if place == number:
                return Agreement.NOTHING
            call = self._run.calls[place]
            if place < end and (self._is_transition(call) or call.routine != routine):
                return Agreement.UNDECIDED
        if self._other is None or self._other >= end:
            return Agreement.SAME
        return Agreement.OTHER if self._other <= number else Agreement.UNDECIDED

    def _is_transition(self, call: Call) -> bool:
        return self._oracle.machine.routine(call.routine).is_transition

    def _play(self, end: int) -> None:
        """Make the calls before a position, up to the first reply that is not the program's."""
        while self._next < end and not self._is_over:
            self._make_call(self._next)
            self._next += 1

    def _make_call(self, number: int) -> None:
        run, oracle, call = self._run, self._oracle, self._run.calls[number]
        is_transition = self._is_transition(call)
        is_concerned = is_transition or oracle.shows(self._candidate, call.routine)
        if self._state is self._due_state and not is_concerned:
            if number in run.wrong:  # else the reply is right, and the candidate gives the same
                self._differ(number)
            return
        outcome = oracle.outcome(self._candidate, self._state, call)
        if outcome is UNDEFINED:
            self._undefined.append(number)
            self._is_over = is_transition
            return
        if outcome is not None:
            if not agrees(outcome, run.replies[number], self._viewer):
                self._differ(number)
                return
            if is_transition and outcome.exception is None:
                self._state = outcome.state
        if is_transition:
            due = oracle.due(self._due_state, call)
            if due is not None and due.exception is None:
                self._due_state = due.state
            if self._state == self._due_state:
                self._state = self._due_state  # the same object: it is compared often

    def _differ(self, number: int) -> None:
        self._other, self._is_over = number, True
