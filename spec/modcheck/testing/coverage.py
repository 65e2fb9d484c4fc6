"""Tally: what was exercised, in all and in each phase of a check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StageCoverage:
    """How much one phase of a check exercised."""

    name: str
    games: int
    calls: int


@dataclass
class Coverage:
    """What was exercised."""

    games: int = 0
    calls: int = 0
    routines: Counter[str] = field(default_factory=Counter)
    exceptions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
