"""The page of a class: the table in one HTML file, with what the class as a whole got wrong above it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from modcheck.grading.row import Result, SubmissionStatus, broken_rules, row
from modcheck.grading.submissions import Submission
from modcheck.grading.table import COLUMNS, cells
from modcheck.report.account import ANSWERS_TEXT
from modcheck.report.html import render
from modspec.syntax.rulebook import Rulebook

_KINDS: Final = {SubmissionStatus.CONFORMS: "conforms", SubmissionStatus.DEVIATES: "deviates"}


def page(title: str, results: Mapping[Submission, Result], rulebook: Rulebook) -> str:
    """Return the page. It needs nothing but the feedback beside it."""
    return render(
        "class.html",
        title=title,
        summary=summary(results),
        broken=[
            (rule, number, rulebook[rule].text if rule in rulebook else ANSWERS_TEXT)
            for rule, number in most_broken(results)
        ],
        columns=COLUMNS,
        rows=[
            {
                "kind": _KINDS.get(row(result).status, "other"),
                "link": _link(submission, result),
                "cells": cells(submission, result),
            }
            for submission, result in results.items()
        ],
    )


def _link(submission: Submission, result: Result) -> str:
    report = b"/report.html" if result["verdict"] else b"/report.txt"
    return quote(b"feedback/" + os.fsencode(submission.name) + report)


def summary(results: Mapping[Submission, Result]) -> str:
    """Return how many submissions there are, and how they ended, in a line."""
    counts = Counter(row(result).status for result in results.values())
    each = [f"{status.value}: {counts[status]}" for status in SubmissionStatus if counts[status]]
    return f"{len(results)} submissions; " + ", ".join(each) if results else "no submissions"


def most_broken(results: Mapping[Submission, Result]) -> list[tuple[str, int]]:
    """Return the rules that submissions break, each with how many do, the commonest first."""
    counts = Counter(
        rule
        for result in results.values()
        if result["verdict"]
        for rule in broken_rules(result["verdict"])
    )
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))
