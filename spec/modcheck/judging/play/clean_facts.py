"""Clean facts: those before which nothing in their game may have caused them."""

from __future__ import annotations

from collections.abc import Iterable

from modcheck.judging.play.facts import Fact, GatheredFacts, LocalRun, Run
from modcheck.testing.trace import Purpose


def clean_facts(facts: Iterable[Fact], evidence: GatheredFacts) -> list[Fact]:
    """Return those of some facts before which nothing in the game may have caused them."""
    some = [*facts]
    runs, lingers_from = {fact.run for fact in some}, dict[Run, int]()
    for other in evidence.facts:
        if other.run in runs and _may_linger(other):
            first = lingers_from.get(other.run, other.number)
            lingers_from[other.run] = min(first, other.number)
    return [f for f in some if f.number <= lingers_from.get(f.run, f.number)]


def _may_linger(fact: Fact) -> bool:
    """Whether later replies of the run may come of a fact.

    Recorded games go on only while the state is right, as it is shown. A call that should have
    raised, and did not, may have changed what is not shown.
    """
    is_accepted = fact.purpose is Purpose.REJECTED and fact.reply.exception is None
    return is_accepted or isinstance(fact.run, LocalRun)
