"""Tables: evidence in the terminal, 80 columns wide.

A table for each module that claims are about: a row for each claim, a column for each rung that was
climbed for one of them. Then what each rung did and, claim by claim, what does not hold, and why.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from othello_proofs.evidence.method import ClaimVerdict, Finding
from othello_proofs.evidence.record import Evidence, MethodRecord, Tried

WIDTH = 80
"""Columns of a terminal."""

MARKS = {
    ClaimVerdict.HOLDS: "✓",
    ClaimVerdict.FAILS: "✗",
    ClaimVerdict.UNDECIDED: "?",
    ClaimVerdict.SKIPPED: "–",
}
"""What stands for each verdict."""

_GAP = "  "
_NAMES = 32
"""Columns that names have at least, if they need so many; longer ones are broken if need be."""
_UNITS = {10**9: "G", 10**6: "M", 10**4: "k"}


def short(number: int) -> str:
    """A number in at most five characters: ``9999``, ``62.8k``, ``381M``."""
    for least, unit in _UNITS.items():
        if number >= least:
            scaled = number / (10**3 if unit == "k" else least)
            return f"{scaled:.1f}{unit}" if scaled < 99.95 else f"{scaled:.0f}{unit}"
    return str(number)


def cell(finding: Finding | None) -> str:
    """What stands in a table: a mark, and how many questions were asked where all were answered."""
    if finding is None:
        return ""
    mark = MARKS[finding.verdict]
    return f"{mark} {short(finding.goals)}" if finding.verdict is ClaimVerdict.HOLDS else mark


def report(evidence: Evidence, strict: bool = False) -> str:
    """The evidence as text; to be strict, what was skipped counts as not holding."""
    lines = [*_tables(evidence), *_rungs(evidence), ""]
    for tried in evidence.wrong(strict):
        lines += [*_failure(tried), ""]
    lines += _summary(evidence, strict)
    return "\n".join(lines) + "\n"


# -- what was tried --------------------------------------------------------------------------------


def _tables(evidence: Evidence) -> Iterator[str]:
    def module(claim: str) -> str:
        return claim.partition(".")[0]

    claims = evidence.claims()
    for name, group in groupby(claims, key=module):
        rows = {claim.partition(".")[2]: claims[claim] for claim in group}
        yield from _table(name, rows, evidence.rungs)
        yield ""


_Columns = dict[str, list[str]]
"""The texts of columns by rung, that of the heading first."""


def _table(
    name: str, rows: Mapping[str, Mapping[str, Finding]], rungs: Sequence[MethodRecord]
) -> Iterator[str]:
    columns = {
        rung.name: [rung.title, *(cell(row.get(rung.name)) for row in rows.values())]
        for rung in rungs
        if any(rung.name in row for row in rows.values())
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
    for rung, texts in columns.items():
        width = len(_GAP) + max(map(len, texts))
        if width > room:
            parts.append({})
            room = WIDTH - names
        parts[-1][rung] = texts
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


def _rungs(evidence: Evidence) -> Iterator[str]:
    """What each rung did: the heading of its column, and its name as ``--rung`` takes it."""
    titles, names = (
        max(map(len, (heading, *texts)))
        for heading, texts in (
            ("column", [rung.title for rung in evidence.rungs]),
            ("--rung", [rung.name for rung in evidence.rungs]),
        )
    )
    yield f"{'column':<{titles}}  {'--rung':<{names}}{'claims':>8}{'questions':>15}{'CPU time':>12}"
    for rung in evidence.rungs:
        begin = f"{rung.title:<{titles}}  {rung.name:<{names}}"
        if rung.missing:
            yield from _indented(f"{begin}  skipped: {rung.missing}", len(begin) + 2)
            continue
        findings = [t.finding for t in evidence.tried if t.rung == rung.name]
        goals, seconds = sum(f.goals for f in findings), sum(f.seconds for f in findings)
        yield f"{begin}{len(findings):8}{goals:15,}{seconds:10,.1f} s"


# -- what does not hold ----------------------------------------------------------------------------


def _failure(tried: Tried) -> Iterator[str]:
    finding = tried.finding
    verdict = {ClaimVerdict.FAILS: "fails", ClaimVerdict.SKIPPED: "was skipped"}.get(
        finding.verdict, "is undecided"
    )
    yield f"{MARKS[finding.verdict]} {finding.claim} {verdict}, by {tried.rung}"
    for line in finding.detail.splitlines():
        yield from _indented(f"    {line}", 4 + len(line) - len(line.lstrip()))


def _indented(text: str, indent: int) -> list[str]:
    """The text in lines that fit, those after the first indented; its own spaces are kept."""
    if len(text) <= WIDTH:
        return [text]
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, drop_whitespace=True)


def _summary(evidence: Evidence, strict: bool) -> Iterator[str]:
    wrong = evidence.wrong(strict)
    claims = evidence.claims()
    circumstances = evidence.circumstances
    verdicts = [tried.finding.verdict for tried in evidence.tried]
    unproved = {tried.finding.claim for tried in wrong}
    holding = [
        claim
        for claim, by_rung in claims.items()
        if claim not in unproved and ClaimVerdict.HOLDS in (f.verdict for f in by_rung.values())
    ]
    parts = [f"{len(holding)} of {len(claims)} claims hold"]
    for verdict, text in (
        (ClaimVerdict.FAILS, "fail"),
        (ClaimVerdict.UNDECIDED, "undecided"),
        (ClaimVerdict.SKIPPED, "skipped"),
    ):
        if number := verdicts.count(verdict):
            parts.append(f"{number} {text}")
    yield f"{'✗' if wrong or not claims else '✓'} {'; '.join(parts)}"
    yield (
        f"  {circumstances.seconds:.0f} s on {circumstances.cores} cores, "
        f"at most {circumstances.memory / 10**6:.0f} MB"
        + ("" if circumstances.whole else "; not the whole ladder")
    )
