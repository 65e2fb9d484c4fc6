"""Methods: ways to try claims, and their findings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

NOTHING_ASKED: Final = "no question was asked"
"""The reason why a claim is undecided about which no question was asked."""


class ClaimVerdict(StrEnum):
    """What came of trying a claim, the best first. Only the first is a success."""

    HOLDS = "holds"
    """No question was answered otherwise than expected, and all were answered."""

    SKIPPED = "skipped"
    """The claim was not tried, since a tool is not installed. The detail names the tool."""

    UNDECIDED = "undecided"
    """There is no answer: a prover gave up, a limit was reached, nothing meets a precondition."""

    FAILS = "fails"
    """There is a counterexample."""


@dataclass(frozen=True)
class ClaimFinding:
    """What a method found out about a claim."""

    claim: str
    """The claim, as ``module.name``: ``stack.push``, ``theorems.a_push_is_undone_by_pop``."""

    verdict: ClaimVerdict

    goals: int
    """How many questions were asked: proof goals, calls, states, games."""

    tried: str
    """Over what, for the reader of a table: ``all boards, 64 squares, both players``."""

    detail: str = ""
    """The counterexample, or why there is no answer, in lines; empty if the claim holds."""

    seconds: float = 0.0
    """Processor time since the finding before, which the ladder fills in. Of claims that are tried
    together the first has all of it."""

    vacuous: int = 0
    """How many of the questions are about nothing, since no value meets their assumptions."""

    declared: int = 0
    """How many questions are declared, at least; 0 if their number is a matter of chance."""

    @property
    def about_something(self) -> int:
        """How many questions are about something."""
        return self.goals - self.vacuous

    @property
    def is_vacuous(self) -> bool:
        """Whether nothing was asked and nothing went wrong."""
        nothing = {ClaimVerdict.HOLDS: "", ClaimVerdict.UNDECIDED: NOTHING_ASKED}
        return self.goals == 0 and self.detail == nothing.get(self.verdict)


class Questions(NamedTuple):
    """How many questions a claim needs."""

    asked: int

    vacuous: int = 0
    """How many of them are about nothing: the claim assumes what excludes them."""

    def complaint(self, finding: ClaimFinding) -> str:
        """Return what a finding lacks; empty if nothing."""
        if finding.goals < self.asked:
            return f"{self.asked} questions are declared, and {finding.goals} were asked"
        if finding.vacuous > self.vacuous:
            return (
                f"nothing meets what {finding.vacuous} of {finding.goals} questions assume;"
                f" {self.vacuous or 'none'} such are declared"
            )
        return ""


def worst(verdicts: Iterable[ClaimVerdict]) -> ClaimVerdict:
    """Return the worst verdict; UNDECIDED if there is none."""
    return max(verdicts, key=list(ClaimVerdict).index, default=ClaimVerdict.UNDECIDED)


def merge(findings: Sequence[ClaimFinding]) -> ClaimFinding:
    """Return what findings about the same claim come to: it holds if all hold.

    A claim about which nothing was asked is undecided.
    """
    asked = [finding for finding in findings if not finding.is_vacuous]
    verdict = worst(finding.verdict for finding in asked)
    details = dict.fromkeys(finding.detail for finding in asked if finding.detail)
    if verdict is not ClaimVerdict.HOLDS and not details:
        details = {"no reason was given" if asked else NOTHING_ASKED: None}
    return ClaimFinding(
        claim=findings[0].claim,
        verdict=verdict,
        goals=sum(finding.goals for finding in findings),
        tried="; ".join(dict.fromkeys(finding.tried for finding in findings if finding.tried)),
        detail="\n".join(details),
        seconds=sum(finding.seconds for finding in findings),
        vacuous=sum(finding.vacuous for finding in findings),
        declared=sum(finding.declared for finding in findings),
    )


class Method(ABC):
    """A way to try claims.

    Its work is cut into units that do not depend on one another, so that they may run on all cores.
    A unit is named by a string, which is handed to another process. What a method needs beyond the
    standard library it imports when it is asked for its units, or later.
    """

    name: str
    """One word, as ``--method`` takes it."""

    title: str
    """The heading of its column: a few letters."""

    shows: str
    """What it means that a claim holds here: a sentence or two, for a student."""

    does_not_show: str
    """What it leaves open: a sentence."""

    patience: float = 120.0
    """Seconds of processor time after which a unit is given up."""

    tools: Sequence[str] = ()
    """The distributions on which findings depend: with another version, claims are tried again."""

    @abstractmethod
    def units(self, quick: bool) -> Sequence[str]:
        """Return the units of work, the longest first; ``quick`` leaves out what takes long."""

    @abstractmethod
    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Try the claims of a unit. A claim of several units holds if it holds in all of them."""

    def run_only(self, unit: str, quick: bool, claims: Collection[str]) -> Iterator[ClaimFinding]:
        """Try some of the claims of a unit; more of them may be tried."""
        del claims
        return self.run(unit, quick)

    def attempt(
        self, unit: str, quick: bool, claims: Collection[str] = ()
    ) -> Iterator[ClaimFinding]:
        """Try the claims of a unit (none: all), with at least the questions that are declared.

        A claim about which fewer were asked, or too many about nothing, is undecided.
        """
        for finding in self.run_only(unit, quick, claims) if claims else self.run(unit, quick):
            questions = self.questions(unit, finding.claim, quick)
            if questions is None:
                yield finding
                continue
            declared = replace(finding, declared=questions.asked)
            complaint = questions.complaint(finding)
            if complaint and finding.verdict is ClaimVerdict.HOLDS:
                declared = replace(declared, verdict=ClaimVerdict.UNDECIDED, detail=complaint)
            yield declared

    def questions(self, unit: str, claim: str, quick: bool) -> Questions | None:
        """Return how many questions a unit has to ask about a claim; None: it depends on chance.

        The numbers are declared, by the sizes of a board and of types: they are not taken from what
        makes the questions up, so that a question which is forgotten is noticed.
        """
        del unit, claim, quick
        return None

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """Return the claims of a unit. If the unit yields no finding about one, it is undecided."""
        del unit, quick
        return ()

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return on which texts a claim depends beside those that the method's file imports.

        Each is ``package.module`` or, in a specification, ``package.module:definition``. What is
        imported only by name, while a unit runs, has to be among them.
        """
        del unit, claim
        return ()

    def claims(self, quick: bool) -> Sequence[str]:
        """Return all claims. If no unit yields a finding about one, it is undecided."""
        found = (claim for unit in self.units(quick) for claim in self.about(unit, quick))
        return tuple(dict.fromkeys(found))

    def missing(self) -> str:
        """Return why this machine cannot use the method; empty if it can."""
        return ""

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        """Write each question to a file that other tools read. Return how many there are.

        ``only`` has patterns, as for file names, of the claims that are wanted; none: all.
        """
        del directory, quick, only
        return 0
