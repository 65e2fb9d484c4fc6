"""Tables: evidence in the terminal, 80 columns wide.

Each module that claims are about has a table, with a row for each claim and a column for each
method that tried one of them. Then come the methods, and what does not hold.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict
from othello_proofs.evidence.record import Conclusion, Evidence, MethodRecord

WIDTH = 80
"""Columns of a terminal."""

MARKS = {
    ClaimVerdict.HOLDS: "✓",
    ClaimVerdict.FAILS: "✗",
    ClaimVerdict.UNDECIDED: "?",
    ClaimVerdict.SKIPPED: "–",
}
"""The mark of each verdict."""

_VACUOUS = "64 questions were asked, and 4 are met: nothing meets what the other 60 assume"

_GAP = "  "
_NAMES = 32
"""Columns that names of claims have at least, if they need so many; longer ones may be broken."""
_UNITS = {10**9: "G", 10**6: "M", 10**4: "k"}


def short(number: int) -> str:
    """Return a number in at most five characters: ``9999``, ``62.8k``, ``381M``."""
    for least, unit in _UNITS.items():
        if number >= least:
            scaled = number / (10**3 if unit == "k" else least)
            return f"{scaled:.1f}{unit}" if scaled < 99.95 else f"{scaled:.0f}{unit}"
    return str(number)


def cell(finding: ClaimFinding | None) -> str:
    """Return the mark of a finding and, if the claim holds, how many questions were asked.

    If some of them are about nothing: how many are about something, of how many.
    """
    if finding is None:
        return ""
    mark = MARKS[finding.verdict]
    if finding.verdict is not ClaimVerdict.HOLDS:
        return mark
    met = f"{short(finding.about_something)}/" if finding.vacuous else ""
    return f"{mark} {met}{short(finding.goals)}"


def report(evidence: Evidence, strict: bool = False) -> str:
    """Return the evidence as text. If strict, a claim that was skipped does not hold."""
    lines = [*_tables(evidence), *_methods(evidence), ""]
    for tried in evidence.wrong(strict):
        lines += [*_failure(tried), ""]
    if any(finding.vacuous for found in evidence.claims().values() for finding in found.values()):
        lines += _indent(f"{MARKS[ClaimVerdict.HOLDS]} 4/64: {_VACUOUS}", 2)
    lines += _summary(evidence, strict)
    return "\n".join(lines) + "\n"


# -- what was tried --------------------------------------------------------------------------------


def _tables(evidence: Evidence) -> Iterator[str]:
    claims = evidence.claims()
    for name, group in groupby(claims, key=lambda claim: claim.partition(".")[0]):
        rows = {claim.partition(".")[2]: claims[claim] for claim in group}
        yield from _table(name, rows, evidence.methods)
        yield ""


_Columns = dict[str, list[str]]
"""The texts of columns by method, that of the heading first."""


def _table(
    name: str, rows: Mapping[str, Mapping[str, ClaimFinding]], methods: Sequence[MethodRecord]
) -> Iterator[str]:
    columns = {
        method.name: [method.title, *(cell(row.get(method.name)) for row in rows.values())]
        for method in methods
        if any(method.name in row for row in rows.values())
    }
    names = [name, *(f"  {claim}" for claim in rows)]
    for part in _fitting(columns, min(max(map(len, names)), _NAMES)):
        room = WIDTH - sum(len(_GAP) + max(map(len, texts)) for texts in part.values())
        broken = [_broken(each, room) for each in names]
        first = max(len(line) for lines in broken for line in lines)
        for place, (*before, last) in enumerate(broken):
            yield from before
            texts = (column[place].ljust(max(map(len, column))) for column in part.values())
            yield _GAP.join([last.ljust(first), *texts]).rstrip()


def _fitting(columns: _Columns, names: int) -> list[_Columns]:
    """The columns in as many parts as it takes for each to stand beside names of some width."""
    parts: list[_Columns] = []
    room = 0
    for method, texts in columns.items():
        width = len(_GAP) + max(map(len, texts))
        if width > room:
            parts.append({})
            room = WIDTH - names
        parts[-1][method] = texts
        room -= width
    return parts


def _broken(name: str, room: int) -> list[str]:
    """A name in lines that are not too long, broken between its words."""
    lines = [""]
    for word in re.findall(r"[^_]*_|[^_]+$", name):
        if lines[-1] and len(lines[-1]) + len(word) > room:
            lines.append("    ")
        lines[-1] += word
    return lines


def _methods(evidence: Evidence) -> Iterator[str]:
    """What each method did: the heading of its column, and its name as ``--method`` takes it."""
    names = max(len("--method"), *(len(method.name) for method in evidence.methods))
    yield f"{'column':<10}{'--method':<{names}}{'claims':>8}{'questions':>15}{'CPU time':>12}"
    for method in evidence.methods:
        begin = f"{method.title:<10}{method.name:<{names}}"
        if method.missing:
            yield from _indent(f"{begin}  skipped: {method.missing}", len(begin) + 2)
            continue
        findings = [t.finding for t in evidence.conclusions if t.method == method.name]
        goals, seconds = sum(f.goals for f in findings), sum(f.seconds for f in findings)
        yield f"{begin}{len(findings):8}{goals:15,}{seconds:10,.1f} s"


# -- what does not hold ----------------------------------------------------------------------------


def _failure(tried: Conclusion) -> Iterator[str]:
    finding, words = tried.finding, {"undecided": "is undecided", "skipped": "was skipped"}
    verdict = words.get(finding.verdict, finding.verdict)
    yield f"{MARKS[finding.verdict]} {finding.claim} {verdict}, by {tried.method}"
    for line in finding.detail.splitlines():
        yield from _indent(f"    {line}", 4 + len(line) - len(line.lstrip()))


def _indent(text: str, indent: int) -> list[str]:
    """The text in lines that fit, those after the first indented; its own spaces are kept."""
    if len(text) <= WIDTH:
        return [text]
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, drop_whitespace=True)


def _summary(evidence: Evidence, strict: bool) -> Iterator[str]:
    wrong, claims, run = evidence.wrong(strict), evidence.claims(), evidence.run
    verdicts = [tried.finding.verdict for tried in evidence.conclusions]
    unproved = {tried.finding.claim for tried in wrong}
    proved = {t.finding.claim for t in evidence.conclusions if t.finding.verdict == "holds"}
    parts = [f"{len(proved - unproved)} of {len(claims)} claims hold"]
    for verdict, text in (("fails", "fail"), ("undecided", "undecided"), ("skipped", "skipped")):
        if number := verdicts.count(ClaimVerdict(verdict)):
            parts.append(f"{number} {text}")
    yield f"{'✗' if wrong or not claims else '✓'} {'; '.join(parts)}"
    yield f"  {run.fresh} fresh on record, {run.done} tried now, {run.left} left to try"
    yield (
        f"  {run.seconds:.0f} s on {run.cores} cores, at most {run.memory / 10**6:.0f} MB"
        + ("" if evidence.whole else "; not the whole ladder")
    )
