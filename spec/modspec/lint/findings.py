"""Findings: what the lint says of a place in a specification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from modspec.syntax.expressions import Span


class Level(IntEnum):
    """How sure it is that something is wrong."""

    ERROR = 0
    """The specification is wrong, or says something that has no meaning."""

    WARNING = 1
    """Something is wrong in a state that the invariant allows, or that is never reached."""

    HINT = 2
    """Something could be better; it is shown on request."""


class FindingKind(Enum):
    """What a finding is about, by the name that a reader sees in brackets."""

    NOTATION = "notation"
    TYPES = "types"
    UNUSED = "unused"
    UNOBSERVED = "unobserved"
    NO_EFFECT = "no-effect"
    LABEL = "label"
    HEADING = "heading"
    MISSING = "missing"
    EXPORT = "export"
    DUPLICATE = "duplicate"
    NAMING = "naming"
    TOTALITY = "totality"
    INVARIANT = "invariant"
    CONDITION = "condition"
    RANGE = "range"
    REDUNDANT = "redundant"
    TRANSITION = "transition"


REASONS: Final[Mapping[FindingKind, str]] = {
    FindingKind.NOTATION: "What is run, printed and proved is the notation, and nothing else.",
    FindingKind.TYPES: "Python does not look at types: it fails when the clause is run, or "
    "computes with a value that means nothing.",
    FindingKind.UNUSED: "A reader looks for what depends on it, and finds nothing.",
    FindingKind.UNOBSERVED: "No test can tell one value from another, so it specifies nothing.",
    FindingKind.NO_EFFECT: "A call that changes nothing and yields nothing need not be made.",
    FindingKind.LABEL: "Pages, tests and verdicts follow labels to the rule they come from.",
    FindingKind.HEADING: "The page has a place for known headings only.",
    FindingKind.MISSING: "The template of a module interface specification asks for it.",
    FindingKind.EXPORT: "Who uses the module cannot name what it does not export.",
    FindingKind.DUPLICATE: "An interface is minimal: it offers each service once.",
    FindingKind.NAMING: "One name for one thing, written alike, is understood at once.",
    FindingKind.TOTALITY: "A specification says what happens in every call that is allowed.",
    FindingKind.INVARIANT: "A reader of a clause takes the invariant for granted.",
    FindingKind.RANGE: "A reader of a type takes its bounds for granted.",
    FindingKind.REDUNDANT: "A reader looks for what it adds, and finds nothing.",
    FindingKind.TRANSITION: "A transition changes the object that is given; an output leaves it as "
    "it was.",
    FindingKind.CONDITION: "A condition that takes no case, or all of them, decides nothing.",
}
"""Why a finding of each kind matters."""


@dataclass(frozen=True, order=True)
class Finding:
    """One thing to look at: where it is, what it is, and what to write instead."""

    file: str
    line: int
    """From 1."""

    column: int
    """From 1."""

    level: Level
    kind: FindingKind
    text: str
    """What is wrong, in a sentence without a full stop."""

    advice: str = ""
    """What to write instead, if the lint knows: an imperative."""

    @property
    def reason(self) -> str:
        """Why it matters."""
        return REASONS[self.kind]

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        advice = f"; {self.advice}" if self.advice else ""
        return f"{place}: {self.level.name.lower()}: {self.text}{advice} [{self.kind.value}]"


Report: TypeAlias = Callable[[Span, Level, FindingKind, str, str], None]
"""Takes a finding: its place, level, kind, text and advice."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""Takes how far the work is: what is done, how much of it, and how much there is at most."""


def ignore_progress(phase: str, done: int, total: int) -> None:
    """Do nothing."""
