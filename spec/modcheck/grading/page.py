"""The page: the table as HTML in one file, with what the class as a whole got wrong above it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final
from urllib.parse import quote

from modcheck.grading.row import Result, SubmissionStatus, broken_rules, row
from modcheck.grading.submissions import Submission
from modcheck.grading.table import COLUMNS, cells
from modcheck.report.entries import ANSWERS_TEXT
from modspec.syntax.rulebook import Rulebook

_STYLE: Final = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent) }
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top }
th { position: sticky; top: 0; background: Canvas }
td.number { text-align: right; font-variant-numeric: tabular-nums }
td.message { overflow-wrap: anywhere; font-size: .9rem }
td.status, .rules td:nth-child(2) { white-space: nowrap }
td.status::before { content: "\\25cf\\a0" }
.conforms td.status::before { color: #2a9d3a }
.deviates td.status::before { color: #d1372c }
.other td.status::before { color: #c08a00 }
table.rules { width: auto }
.scroll { overflow-x: auto }
"""

_CLASS: Final = {SubmissionStatus.CONFORMS: "conforms", SubmissionStatus.DEVIATES: "deviates"}
_NUMBERS: Final = range(2, 5)
"""The columns that count rules."""


def page(title: str, results: Mapping[Submission, Result], rulebook: Rulebook) -> str:
    """The page. It needs nothing but the feedback beside it."""
    return "\n".join(_lines(title, results, rulebook)) + "\n"


def _lines(title: str, results: Mapping[Submission, Result], rulebook: Rulebook) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>"
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>{escape(summary(results))}</p>"
    broken = most_broken(results)
    if broken:
        yield "<h2>Rules broken, the commonest first</h2>"
        yield '<table class="rules"><thead><tr><th>submissions<th>rule<th><tbody>'
        for rule, number in broken:
            sentence = escape(rulebook[rule].text if rule in rulebook else ANSWERS_TEXT)
            yield f'<tr><td class="number">{number}<td>{escape(rule)}<td>{sentence}'
        yield "</table>"
    yield "<h2>Submissions</h2>"
    yield '<div class="scroll"><table><thead><tr>'
    yield "".join(f"<th>{escape(column)}" for column in COLUMNS) + "<tbody>"
    for submission, of in results.items():
        yield _row(submission, of)
    yield "</table></div>\n</html>"


def _row(submission: Submission, of: Result) -> str:
    name, status, *rest = map(escape, cells(submission, of))
    report = b"/report.html" if of["verdict"] else b"/report.txt"
    link = quote(b"feedback/" + os.fsencode(submission.name) + report)
    classes = ["number" if column in _NUMBERS else "" for column in range(2, len(COLUMNS))]
    classes[-2:] = ["number", "message"]
    columns = "".join(
        f'<td class="{kind}">{cell}' if kind else f"<td>{cell}"
        for kind, cell in zip(classes, rest, strict=True)
    )
    kind = _CLASS.get(row(of).status, "other")
    return f'<tr class="{kind}"><td><a href="{link}">{name}</a><td class="status">{status}{columns}'


def summary(results: Mapping[Submission, Result]) -> str:
    """How many submissions there are, and how they ended, in a line."""
    counts = Counter(row(of).status for of in results.values())
    told = [f"{status.value}: {counts[status]}" for status in SubmissionStatus if counts[status]]
    return f"{len(results)} submissions; " + ", ".join(told) if results else "no submissions"


def most_broken(results: Mapping[Submission, Result]) -> list[tuple[str, int]]:
    """The rules that submissions break, with how many do, those that most break first."""
    counts = Counter(
        rule for of in results.values() if of["verdict"] for rule in broken_rules(of["verdict"])
    )
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))
