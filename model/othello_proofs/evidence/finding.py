"""Findings: what one rung found out about one claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class ClaimVerdict(StrEnum):
    """What came of trying a claim, the best first; only the first is a success."""

    HOLDS = "holds"
    """No goal failed, and all were decided."""

    SKIPPED = "skipped"
    """Not tried, because the tool is not installed; the detail says which."""

    UNDECIDED = "undecided"
    """The tool gave no answer: unknown, a timeout, a precondition that nothing meets, no verdict at all."""

    FAILS = "fails"
    """There is a counterexample."""


@dataclass(frozen=True)
class Finding:
    """What one rung found out about one claim."""

    claim: str
    """What is claimed, as ``module.name``: ``stack.push``, ``captures.a_push_is_undone_by_pop``."""

    verdict: ClaimVerdict

    goals: int
    """How many questions were asked: proof goals, calls, states, games."""

    tried: str
    """Over what, for the reader of a table: ``all boards, 64 squares, both players``."""

    detail: str = ""
    """If it does not hold: the counterexample, or why there is no answer. May have several lines."""

    seconds: float = 0.0
    """CPU time since the finding before, filled in by the ladder; of claims tried together the first bears it."""


def worst(verdicts: Iterable[ClaimVerdict]) -> ClaimVerdict:
    """The worst of some verdicts; of none, that nothing was decided."""
    return max(verdicts, key=list(ClaimVerdict).index, default=ClaimVerdict.UNDECIDED)


def merged(findings: Sequence[Finding]) -> Finding:
    """What several findings about the same claim come to: all must hold. They are told in their order.

    A claim about which nothing was asked is not decided.
    """
    verdict = worst(finding.verdict for finding in findings)
    goals = sum(finding.goals for finding in findings)
    details = dict.fromkeys(finding.detail for finding in findings if finding.detail)
    if verdict is ClaimVerdict.HOLDS and goals == 0:
        verdict, details = ClaimVerdict.UNDECIDED, {"no question was asked": None}
    if verdict is not ClaimVerdict.HOLDS and not details:
        details = {"nothing is told of why": None}
    return Finding(
        claim=findings[0].claim,
        verdict=verdict,
        goals=goals,
        tried="; ".join(dict.fromkeys(finding.tried for finding in findings if finding.tried)),
        detail="\n".join(details),
        seconds=sum(finding.seconds for finding in findings),
    )
