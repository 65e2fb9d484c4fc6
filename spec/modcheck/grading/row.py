"""Rows: what the table shows of one submission, and the result that a row comes from.

A result is plain data, as JSON: the row, the verdict if there is one, and the report for the
student.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from modcheck.report.account import ANSWERS
from modcheck.verdict.rule_status import Status

Result = dict[str, Any]
"""``{"row": ..., "report": text, "verdict": JSON or None}``; the row has the fields of a
:class:`GradeRow`."""


class SubmissionStatus(StrEnum):
    """How a submission ended."""

    CONFORMS = "conforms"
    PARTIAL = "conforms in part"
    """The submission lacks routines; the others conform."""

    DEVIATES = "does not conform"
    NOT_BUILT = "does not build"
    NOT_JUDGED = "could not be judged"


@dataclass(frozen=True)
class GradeRow:
    """What the table shows of one submission, beside its name."""

    status: SubmissionStatus
    passes: int | None = None
    """The number of rules that pass; None if the submission was not judged."""

    failures: int | None = None
    inconclusive: int | None = None

    first_failure: str = ""
    """The rule that the first fault breaks."""

    score: str = ""
    """Points, with two decimals; empty where rules have no weights."""

    message: str = ""
    """One line that says what is wrong, or why the submission could not be judged."""


def result(row: GradeRow, report: str = "", verdict: Mapping[str, Any] | None = None) -> Result:
    """Return a result as data. Without a report the message of the row serves as one."""
    return {
        "row": asdict(row),
        "report": report or f"{row.status}: {row.message}\n",
        "verdict": verdict,
    }


def row(of: Result) -> GradeRow:
    """Return the row of a result."""
    fields = dict(of["row"])
    return GradeRow(**{**fields, "status": SubmissionStatus(fields["status"])})


def not_judged(why: str) -> Result:
    """Return the result of a submission that could not be judged."""
    return result(GradeRow(SubmissionStatus.NOT_JUDGED, message=why))


def timed_out(limit: float) -> Result:
    """Return the result of a submission that takes too long."""
    return not_judged(f"{_LATE} {limit:g} s in all")


_LATE: Final = "it takes longer than"


def is_late(of: Result) -> bool:
    """Whether a submission took too long, in all or for one answer."""
    message = row(of).message
    return message.startswith(_LATE) or "no answer within" in message


def rule_of(fault: Mapping[str, Any]) -> str:
    """Return the rule that a fault breaks; for a crash, :data:`ANSWERS`."""
    return fault["rule"] or ANSWERS


def failed_rules(verdict: Mapping[str, Any]) -> set[str]:
    """Return the rules that fail by a verdict in its JSON form."""
    return {rule["id"] for rule in verdict["rules"] if rule["status"] == Status.FAIL} | {
        rule_of(fault) for fault in verdict["faults"]
    }
