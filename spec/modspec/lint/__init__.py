"""Lint: what is doubtful in a specification, found from its text and by trying it."""

from modspec.lint.findings import Finding, FindingKind, Level, Progress
from modspec.lint.lint import asks_about_conditions, lint
from modspec.lint.refusals import findings_of_refusal

__all__ = [
    "Finding",
    "FindingKind",
    "Level",
    "Progress",
    "asks_about_conditions",
    "findings_of_refusal",
    "lint",
]
