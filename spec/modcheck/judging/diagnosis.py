"""Diagnoses: which rule a fault breaks, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass

from modcheck.judging.candidates import is_constant
from modcheck.judging.localise import Location
from modspec.run.mutants import Mutant


@dataclass(frozen=True)
class Diagnosis:
    """The rules that are broken, the likeliest first, and how that is known."""

    rules: tuple[str, ...]
    location: Location
    mutant: Mutant | None = None
    """The candidate that behaves as the program does, if there is one."""
    answers: int = 0
    """The number of replies on which the candidate and the program agree."""
    one_of: tuple[str, ...] = ()
    """Where no rule is certain: a few rules, one of them broken; none if they are many."""
    suspects: tuple[str, ...] = ()
    """Where no rule is certain: the routines that may be at fault, if they are known."""
    is_right_if_asked: bool = False
    """Whether the program is right if queries are made between the calls of the mismatch."""

    @property
    def broken_rules(self) -> tuple[str, ...]:
        """The rules that are broken for certain; the others are only possible instead."""
        return self.rules if self.is_right_if_asked else self.rules[:1]

    @property
    def is_constant(self) -> bool:
        """Whether the routine replies the same whatever it is asked."""
        return self.mutant is not None and is_constant(self.mutant)
