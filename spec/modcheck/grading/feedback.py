"""Feedback: the tables for the teacher, and the reports for the students, as files.

A file is written under another name and then renamed, so that the file is there wholly or not at
all. When :func:`write` returns, the files and their names are on the disk.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from modcheck.grading.row import Result, SubmissionStatus, failed_rules, row
from modcheck.grading.submissions import Submission, printable_name
from modcheck.report import html
from modcheck.report.account import ANSWERS_TEXT, visible
from modcheck.report.presentation import Drawings
from modcheck.verdict.rule_status import Status
from modspec.syntax.rulebook import Rulebook

# -- the table -------------------------------------------------------------------------------------

COLUMNS: Final = (
    *("submission", "status", "rules pass", "rules fail", "rules inconclusive"),
    *("first fail", "score", "message"),
)

_FORMULA: Final = re.compile(
    r"""
    ^ (?= [\t\r\n] )
    | (?: ^ | (?<= [;\t\r\n] ) ) (?= [\s"]* [=+\-@\uFF1D\uFF0B\uFF0D\uFF20] )
    """,
    re.VERBOSE,
)
"""Where a spreadsheet sees a formula. It does so within a text, too, since in many countries
semicolons or tabs divide cells; and East Asian ones know wide signs."""


def cells(submission: Submission, of: Result) -> tuple[str, ...]:
    """Return the cells of a submission's line, column by column; empty where nothing is known."""
    found = row(of)
    numbers = (found.passes, found.failures, found.inconclusive)
    return (
        printable_name(submission.name),
        found.status.value,
        *("" if number is None else str(number) for number in numbers),
        found.first_failure,
        found.score,
        found.message,
    )


def table(results: Mapping[Submission, Result]) -> str:
    """Return the table as CSV, in the order of the submissions, with a heading.

    No cell is a formula in a spreadsheet: students choose names and messages.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # as RFC 4180 asks
    writer.writerow(COLUMNS)
    for submission, of in results.items():
        writer.writerow([_FORMULA.sub("'", cell) for cell in cells(submission, of)])
    return text.getvalue()


# -- the page --------------------------------------------------------------------------------------

_KIND: Final = {
    SubmissionStatus.CONFORMS: Status.PASS,
    SubmissionStatus.DEVIATES: Status.FAIL,
}
"""How a submission's status looks; any other looks inconclusive."""

_SIGNS: Final = {Status.PASS: "✓", Status.FAIL: "✗", Status.INCONCLUSIVE: "?"}
_NUMERIC: Final = ("rules pass", "rules fail", "rules inconclusive", "score")
"""The columns of numbers."""


def page(title: str, results: Mapping[Submission, Result], rulebook: Rulebook) -> str:
    """Return the table as HTML, below the rules that fail most often. It links the feedback.

    A script sorts and filters the table.
    """
    lines, statuses = [], []
    for submission, of in results.items():
        report = b"/report.html" if of["verdict"] else b"/report.txt"
        status = row(of).status
        statuses.append(status)
        lines.append(
            {
                "kind": _KIND.get(status, Status.INCONCLUSIVE),
                "link": quote(b"feedback/" + os.fsencode(submission.name) + report),
                "rules": sorted(failed_rules(of["verdict"])) if of["verdict"] else [],
                "cells": cells(submission, of),
            }
        )
    return html.render(
        "class",
        title=title,
        summary=summary(results),
        failures=[
            (rule, number, rulebook[rule].text if rule in rulebook else ANSWERS_TEXT)
            for rule, number in most_broken(results)
        ],
        judged=sum(of["verdict"] is not None for of in results.values()),
        columns=COLUMNS,
        numeric=_NUMERIC,
        signs=_SIGNS,
        statuses=[status for status in SubmissionStatus if status in statuses],
        lines=lines,
    )


def summary(results: Mapping[Submission, Result]) -> str:
    """Return, in one line, how many submissions there are and how they ended."""
    counts = Counter(row(of).status for of in results.values())
    parts = [f"{status.value}: {counts[status]}" for status in SubmissionStatus if counts[status]]
    return f"{len(results)} submissions; " + ", ".join(parts) if results else "no submissions"


def most_broken(results: Mapping[Submission, Result]) -> list[tuple[str, int]]:
    """Return the rules that submissions break, each with how many do, the most frequent first."""
    counts = Counter(
        rule for of in results.values() if of["verdict"] for rule in failed_rules(of["verdict"])
    )
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


# -- the files -------------------------------------------------------------------------------------


def write(
    folder: Path,
    title: str,
    results: Mapping[Submission, Result],
    rulebook: Rulebook,
    hidden: Collection[str] = (),
    drawings: Drawings | None = None,
) -> None:
    """Write ``grades.csv``, ``grades.html``, and ``feedback/NAME/`` for each submission.

    The feedback is a report as text and, if there is a verdict, as HTML and JSON, without the
    hidden rules. What an earlier run wrote for a submission that is not there any more is removed.
    Raises OSError if the system cannot write.
    """
    _remove_others(folder / "feedback", {submission.name for submission in results})
    for submission, of in results.items():
        own = folder / "feedback" / submission.name
        own.mkdir(parents=True, exist_ok=True)
        _write(own / "report.txt", of["report"])
        verdict = of["verdict"]
        if verdict is None:
            for name in _WITH_A_VERDICT:  # of an earlier run, about other files
                (own / name).unlink(missing_ok=True)
        else:
            _write(own / "report.html", html.page(verdict, rulebook, drawings, hidden=hidden))
            _write(own / "verdict.json", json.dumps(visible(verdict, hidden), indent=2) + "\n")
        sync_folder(own)
    if results:
        sync_folder(folder / "feedback")
    _write(folder / "grades.csv", table(results))
    _write(folder / "grades.html", page(title, results, rulebook))
    sync_folder(folder)


_WITH_A_VERDICT: Final = ("report.html", "verdict.json")
_FILES: Final = ("report.txt", *_WITH_A_VERDICT)
"""The names of the files of a feedback."""


def _remove_others(feedback: Path, names: Collection[str]) -> None:
    """Remove the files of all feedback but that of some names; other files in there stay."""
    if not feedback.is_dir():
        return
    for own in feedback.iterdir():
        if own.name not in names and own.is_dir() and not own.is_symlink():
            for name in _FILES:
                (own / name).unlink(missing_ok=True)
                _new(own / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # somebody else has put something there
                own.rmdir()


def _new(path: Path) -> Path:
    """Return where a file is written before it gets its name."""
    return path.with_name(f".{path.name}.new")


OUTPUT: Final = frozenset({"journal.sqlite", "grades.csv", "grades.html", "feedback"})
"""The names in an output folder."""


def is_output_folder(folder: Path) -> bool:
    """Whether a folder has only files of an earlier run. The folder of a submission has others."""
    names = {path.name.partition("-")[0] for path in folder.iterdir()}
    visible_names = {name for name in names if not name.startswith(".")}
    return bool(visible_names) and visible_names <= OUTPUT


def _write(path: Path, text: str) -> None:
    new = _new(path)
    with new.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(path)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk. Raises OSError if the system cannot."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # as of some network file systems
            raise
    finally:
        os.close(descriptor)
