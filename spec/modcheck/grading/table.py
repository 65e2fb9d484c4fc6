"""The table: one line for each submission, as CSV that a spreadsheet may open without harm."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Final

from modcheck.grading.row import Result, row
from modcheck.grading.submissions import Submission, shown

COLUMNS: Final = (
    "submission",
    "status",
    "rules held",
    "rules broken",
    "rules not judged",
    "first broken",
    "score",
    "message",
)

_FORMULA: Final = re.compile(
    r"""
    ^ (?= [\t\r\n] )
    | (?: ^ | (?<= [;\t\r\n] ) ) (?= [\s"]* [=+\-@\uFF1D\uFF0B\uFF0D\uFF20] )
    """,
    re.VERBOSE,
)
"""Where a cell begins that a spreadsheet takes for a formula: also in the midst of a text, since in many countries
semicolons or tabs are what divides cells. East Asian ones know wide signs as well."""


def cells(submission: Submission, of: Result) -> tuple[str, ...]:
    """What stands in the line of a submission, column by column; nothing where there is nothing to say."""
    told = row(of)
    numbers = (told.held, told.broken, told.unjudged)
    return (
        shown(submission.name),
        told.status.value,
        *("" if number is None else str(number) for number in numbers),
        told.first_broken,
        told.score,
        told.message,
    )


def table(results: Mapping[Submission, Result]) -> str:
    """The table as CSV, in the order of the submissions, with a heading."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # as RFC 4180 has it
    writer.writerow(COLUMNS)
    for submission, of in results.items():
        writer.writerow([_harmless(cell) for cell in cells(submission, of)])
    return text.getvalue()


def _harmless(cell: str) -> str:
    """The cell, as text even where a spreadsheet would compute it: students choose names and messages."""
    return _FORMULA.sub("'", cell)
