"""The fault that is looked for when games are played again, and the calls that may show it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.play.facts import Fact
from modcheck.system.object_views import yields_own_type
from modcheck.testing.trace import TraceStep


@dataclass(frozen=True)
class Sought:
    """The fault that is looked for: what is a fact of it, and which calls cannot show one."""

    is_same: Callable[[Fact], bool]
    """Whether a fact is one of the fault."""

    candidate: int | None = None
    """The candidate that explains these facts; None if it is not known."""

    routine: str = ""
    """The routine whose calls are at fault, if there is no candidate; empty: any routine."""

    exceptions: frozenset[str] = frozenset()
    """The exceptions that are due in these facts; none if a call need not raise in one of them."""

    @property
    def aim(self) -> Hashable:
        """What two faults have in common if the same calls may show them."""
        return self.candidate, self.routine, self.exceptions

    def may_show(self, step: TraceStep, oracle: Oracle) -> bool:
        """Whether what a call does may be a fact of the fault.

        A candidate explains nothing where it does what is due.
        """
        routine = step.call.routine
        if self.candidate is None:
            is_due = not self.exceptions or step.expected.exception in self.exceptions
            return is_due and self.routine in ("", routine)
        return not oracle.is_state_shown or self.departs(step, oracle) is not False

    def departs(self, step: TraceStep, oracle: Oracle) -> bool | None:
        """Whether the candidate does otherwise than is due in a call; None if it is not known.

        It is not where there is no candidate, nor where an object is asked for more than it yields.
        A trace in which the candidate nowhere departs from what is due shows nothing of the fault.
        """
        if self.candidate is None or yields_own_type(oracle.machine.routine(step.call.routine)):
            return None
        outcome = oracle.outcome(self.candidate, step.before, step.call)
        return outcome is not None and outcome != step.expected
