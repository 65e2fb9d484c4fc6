"""Effects: causes that may come of other causes, and so are no faults of their own.

A fault of one function shows in many replies. Some of these look like other faults. So a cause that
no candidate explains is an effect if it may lie where another fault lies. What a candidate explains
is a fault, unless the candidate may agree by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from modcheck.judging.causes.table import Cause
from modcheck.judging.expected.oracle import Oracle, Place
from modcheck.judging.play.clean_facts import clean_facts
from modcheck.judging.play.facts import OUT, Fact, GatheredFacts, LocalRun
from modcheck.judging.rules.places import Places
from modcheck.system.implementation import Reply
from modcheck.system.object_views import ObjectView

REST: Final = 0.2
"""A routine is not understood if replies stay unexplained that weigh more than this share of those
that a candidate explains."""
MUCH: Final = 2.0
"""Of unexplained causes that may be one fault, one that weighs so many times as much shows it."""


class Effects:
    """Tells the effects among the causes of one program's facts."""

    def __init__(self, places: Places, oracle: Oracle, evidence: GatheredFacts) -> None:
        self._places, self._oracle, self._evidence = places, oracle, evidence
        self._told: set[Place] = set()
        """The functions in which the faults that were told may lie."""
        self._failures: set[str] = set()
        self._unexplained: Sequence[Cause] = ()
        self._unexplained_now: Sequence[Cause] = ()
        self._explained: Sequence[Cause] = ()
        self._wrong_queries: frozenset[str] = frozenset()
        """The routines whose own outputs are wrong."""

    def compare(self, causes: Sequence[Cause], known: Collection[int]) -> None:
        """Compare causes with each other, and with all that showed before calls were left out.

        ``known`` are candidates that explain faults found before.
        """
        self._unexplained = self._without_candidate(self._places.causes)
        kinds = (each.facts[0].kind for each in causes)
        self._wrong_queries = frozenset(routine for routine, aspect, *_ in kinds if aspect == OUT)
        own = (each for each in causes if not self._shows_wrong_queries(each))
        self._unexplained_now = self._without_candidate(own)
        self._explained = [
            each
            for each in causes
            if each.candidate in known or (each.candidate is not None and self._is_known(each))
        ]

    def is_effect(self, cause: Cause) -> bool:
        """Whether a cause may come of another one, or of one that was told before."""
        if self._is_known_failure(cause):
            return True
        if cause.candidate is not None:
            return cause not in self._explained
        if self._shows_wrong_queries(cause):
            return True
        within = self._places.suspects_of(cause)
        faulty = {self._places.function_of(each) for each in self._explained}
        return not (self._told | faulty).isdisjoint(within) or any(
            cause.weight * MUCH < other.weight and not within.isdisjoint(self._places.within(other))
            for other in self._unexplained_now
        )

    def _shows_wrong_queries(self, cause: Cause) -> bool:
        return all(map(self._shows_a_wrong_query, cause.facts))

    def _shows_a_wrong_query(self, fact: Fact) -> bool:
        """Whether a call yields an object of which only queries are wrong that are wrong anyway."""
        got = fact.reply.output
        if not isinstance(got, ObjectView) or not isinstance(fact.due, ObjectView):
            return False
        wrong = {*fact.due.unlike(got)} - {fact.call.routine}
        return bool(wrong) and wrong <= self._wrong_queries

    def _without_candidate(self, causes: Iterable[Cause]) -> list[Cause]:
        return [each for each in causes if each.candidate is None and not self.is_crash(each)]

    def is_alone(self, cause: Cause) -> bool:
        """Whether one fault may explain all causes: each may lie where an unexplained one lies."""
        within = self._places.within(cause) if cause.candidate is None else frozenset[Place]()
        return all(
            each.candidate is None and not within.isdisjoint(self._places.within(each))
            for each in self._places.causes
        )

    def tell(self, cause: Cause) -> None:
        """Note that a cause is reported as a fault: what may come of it is an effect."""
        if self.is_crash(cause):
            self._failures.add(failure_of(cause.facts[0].reply))
        elif cause.candidate is None:
            self._told |= {self._places.own(cause), *self._places.of(cause)}
        else:
            self._told.add(self._places.function_of(cause))

    def is_crash(self, cause: Cause) -> bool:
        """Whether a cause is that the program broke down."""
        return cause.facts[0].is_crash(self._oracle)

    def _is_known_failure(self, cause: Cause) -> bool:
        """Whether the program broke down as it did before; a call may do so for other reasons."""
        reply = cause.facts[0].reply
        is_over = reply.fault is not None  # the program itself, not a call
        is_known = self.is_crash(cause) and failure_of(reply) in self._failures
        return is_known and (is_over or cause.candidate is None)

    def _is_known(self, cause: Cause) -> bool:
        """Whether a candidate is a fault, and agrees with its facts not just by chance.

        Few replies of the same routine stay unexplained, and no unexplained fault that weighs more
        may lie in the same functions.
        """
        kind, places = cause.facts[0].kind[:2], self._places.suspects_of(cause)
        weights = [(each, each.weight * self._clean_share(each)) for each in self._unexplained]
        rest = sum(
            weight * self._defined_share(each)
            for each, weight in weights
            if each.facts[0].kind[:2] == kind
        )
        return rest <= REST * cause.weight and not any(
            cause.weight < weight and not places.isdisjoint(self._places.inner(each))
            for each, weight in weights
        )

    def _clean_share(self, cause: Cause) -> float:
        """Return the share of a cause's facts that may not come of an accepted call before.

        A program that accepts a call which should raise goes on in a state in which no candidate
        says what it does. In a local game the state of each call is seen.
        """
        clean = clean_facts(cause.facts, self._evidence)
        local = [f for f in cause.facts if isinstance(f.run, LocalRun) and f not in clean]
        return len([*clean, *local]) / len(cause.facts)

    def _defined_share(self, cause: Cause) -> float:
        """Return the share of a cause's facts that the specification defines.

        It says nothing of states in which the invariant does not hold. A fault leads there, and
        then no candidate does what the program does.
        """
        states = [fact.step.before for fact in cause.facts]
        return sum(map(self._oracle.is_defined, states)) / len(states)


def failure_of(reply: Reply) -> str:
    """Return how a program broke down."""
    return f"({reply.fault or reply.exception})"
