"""Diagnosed faults: the faults of one program, each shown by a short game, with a rule."""

from __future__ import annotations

from dataclasses import dataclass

from modcheck.judging.causes.table import Cause
from modcheck.judging.rules.diagnosis import Diagnosis
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.patterns import Habit


@dataclass(frozen=True)
class DiagnosedFault:
    """One fault, shown by a short game."""

    mismatch: Mismatch
    diagnosis: Diagnosis
    cause: Cause
    stage: str
    calls: int
    """The number of calls up to the first reply that shows it, inclusive."""
    given: tuple[str, ...] = ()
    """The faults without which the program would not come to the state of the mismatch."""
    is_explained: bool = True
    habit: Habit | None = None
    """What the program never tries, if its answers tell."""
