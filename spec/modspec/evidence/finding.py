"""Findings: what one rung found out about one claim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What came of trying a claim; only the first is a success."""

    HOLDS = "holds"
    """No goal failed, and all were decided."""

    FAILS = "fails"
    """There is a counterexample."""

    UNDECIDED = "undecided"
    """The tool gave no answer: unknown, a timeout, a precondition that nothing meets, no verdict at all."""

    SKIPPED = "skipped"
    """Not tried, because the tool is not installed; the detail says which."""


@dataclass(frozen=True)
class Finding:
    """What one rung found out about one claim."""

    claim: str
    """What is claimed, as ``module.name``: ``othello.move``, ``theorems.no_disc_disappears``, ``kernel.flips``."""

    verdict: Verdict

    goals: int
    """How many questions were asked: proof goals, calls, states, games."""

    tried: str
    """Over what, for the reader of a table: ``all boards, 64 squares, both players``."""

    detail: str = ""
    """If it does not hold: the counterexample, or why there is no answer. May have several lines."""

    seconds: float = 0.0
    """CPU time, filled in by the ladder."""
