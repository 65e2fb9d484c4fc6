"""Wrong states: a transition is at fault, and another routine shows it.

Where observers show a state variable, a wrong state shows at once. Elsewhere it shows in routines
that read the variable: a table that forgets all names has no type for a name, and too few names.
None of these routines is wrong. Which transition is, the suspects say (:mod:`.suspects`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from modcheck.judging.causes.ignored_calls import state_after
from modcheck.judging.expected.oracle import Oracle
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.trace import Purpose, TraceStep
from modspec.syntax.module import Function


@dataclass(frozen=True)
class WrongState:
    """A state that a transition left wrong, though nothing shows it whole."""

    transition: Function
    routines: frozenset[str]
    """The routines whose replies are wrong after it."""
    variables: frozenset[str]
    """The state variables that may be wrong then."""


def by_last_transition(found: Mismatch, state: WrongState, oracle: Oracle) -> Mismatch:
    """Return the mismatch with the transition that left the state wrong as the culprit.

    The mismatch stays as it is if another transition comes last.
    """
    has_no_ops = found.query_numbers or found.rejected_numbers
    if found.step is not found.culprit or not found.history or has_no_ops:
        return found
    *game, last = found.history
    if last.routine != state.transition.name:
        return found
    before = state_after(game, oracle)
    outcome = oracle.due(before, last)
    assert outcome is not None
    return replace(
        found,
        culprit=TraceStep(last, before, outcome, Purpose.COMMAND),
        history=tuple(game),
        observed=((found.step, found.reply),),
        block=(),
    )
