"""Feedback: what each student gets, and the summaries, as files.

A file is written under another name and then renamed, so that it is there wholly or not at all; and when all is
written, all of it is on the disk, the names too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from modcheck.grading.files import synced
from modcheck.grading.page import page
from modcheck.grading.row import Result
from modcheck.grading.submissions import Submission
from modcheck.grading.table import table
from modcheck.report import html
from modcheck.report.account import visible
from modcheck.report.presentation import Drawings
from modspec.syntax.rulebook import Rulebook


def write(
    folder: Path,
    title: str,
    results: Mapping[Submission, Result],
    rulebook: Rulebook,
    hidden: Collection[str] = (),
    drawings: Drawings | None = None,
) -> None:
    """Write ``grades.csv``, ``grades.html``, and ``feedback/NAME/`` for each submission.

    There the report is as text and, if there is a verdict, as a page and for programs, without the hidden rules.
    Raises OSError if the system cannot.
    """
    for submission, of in results.items():
        own = folder / "feedback" / submission.name
        own.mkdir(parents=True, exist_ok=True)
        _write(own / "report.txt", of["report"])
        verdict = of["verdict"]
        if verdict is None:
            for name in ("report.html", "verdict.json"):  # of the last time, about other files
                (own / name).unlink(missing_ok=True)
        else:
            _write(own / "report.html", html.page(verdict, rulebook, drawings, hidden=hidden))
            told = visible(verdict, hidden)
            _write(own / "verdict.json", json.dumps(told, indent=2) + "\n")
        synced(own)
    if results:
        synced(folder / "feedback")
    _write(folder / "grades.csv", table(results))
    _write(folder / "grades.html", page(title, results, rulebook))
    synced(folder)


def _write(path: Path, text: str) -> None:
    new = path.with_name(f".{path.name}.new")
    with new.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(path)
