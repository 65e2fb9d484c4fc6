"""Records: what the rungs found about each claim, and in which circumstances, as a file.

The form of the file is described by ``evidence.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from othello_proofs.evidence.method import ClaimVerdict, Finding, worst

VERSION = 1
"""The version of the form; it grows when a field changes its meaning or goes."""


class RecordError(Exception):
    """A text that is no record; the message says why in one line."""


@dataclass(frozen=True)
class Circumstances:
    """How the claims were tried."""

    quick: bool
    """Whether what takes long was left out."""

    whole: bool
    """Whether every rung was climbed, for every claim, and nothing was left out."""

    cores: int
    seconds: float
    """On the clock."""

    memory: int
    """Bytes that all processes took together, each at its worst."""

    sources: str
    """The digest of the files that the claims are about."""

    versions: Mapping[str, str]
    """Of Python and of the tools that are installed, by name."""


@dataclass(frozen=True)
class MethodRecord:
    """What a rung says of itself."""

    name: str
    title: str
    shows: str
    does_not_show: str
    missing: str = ""
    """Why it was not climbed; empty if it was."""


@dataclass(frozen=True)
class Tried:
    """What a rung found out about a claim."""

    rung: str
    finding: Finding


@dataclass(frozen=True)
class Evidence:
    """What has come of climbing a ladder."""

    circumstances: Circumstances
    rungs: tuple[MethodRecord, ...]
    """From the lowest."""

    tried: tuple[Tried, ...]
    """By claims, and for each by rungs."""

    def wrong(self, strict: bool = False) -> tuple[Tried, ...]:
        """What does not hold: what fails or is undecided and, to be strict, what was skipped."""
        fine = {ClaimVerdict.HOLDS} if strict else {ClaimVerdict.HOLDS, ClaimVerdict.SKIPPED}
        return tuple(tried for tried in self.tried if tried.finding.verdict not in fine)

    def claims(self) -> dict[str, dict[str, Finding]]:
        """The findings about each claim, by rung."""
        found: dict[str, dict[str, Finding]] = {}
        for tried in self.tried:
            found.setdefault(tried.finding.claim, {})[tried.rung] = tried.finding
        return found


def to_json(evidence: Evidence) -> dict[str, Any]:
    """The record for programs."""
    circumstances = evidence.circumstances
    return {
        "version": VERSION,
        "sources": circumstances.sources,
        "versions": dict(circumstances.versions),
        "whole": circumstances.whole,
        "quick": circumstances.quick,
        "cores": circumstances.cores,
        "seconds": round(circumstances.seconds, 1),
        "memory": circumstances.memory,
        "rungs": [
            {
                "name": rung.name,
                "title": rung.title,
                "shows": rung.shows,
                "does_not_show": rung.does_not_show,
                "missing": rung.missing,
            }
            for rung in evidence.rungs
        ],
        "claims": [
            {
                "claim": claim,
                "verdict": worst(finding.verdict for finding in by_rung.values()).value,
                "tried": [{"rung": rung, **_finding(f)} for rung, f in by_rung.items()],
            }
            for claim, by_rung in evidence.claims().items()
        ],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "verdict": finding.verdict.value,
        "goals": finding.goals,
        "tried": finding.tried,
        "detail": finding.detail,
        "seconds": round(finding.seconds, 3),
    }


def dumps(evidence: Evidence) -> str:
    """The record as the text of a file."""
    return json.dumps(to_json(evidence), indent=1, ensure_ascii=False) + "\n"


def loads(text: str) -> Evidence:
    """The evidence of a record; :class:`RecordError` if the text is none, or one of another version."""
    try:
        record = json.loads(text)
        if record["version"] != VERSION:
            raise RecordError(f"its version is {record['version']}; this reads version {VERSION}")
        circumstances = Circumstances(
            quick=record["quick"],
            whole=record["whole"],
            cores=record["cores"],
            seconds=record["seconds"],
            memory=record["memory"],
            sources=record["sources"],
            versions=record["versions"],
        )
        rungs = tuple(MethodRecord(**rung) for rung in record["rungs"])
        tried = tuple(
            Tried(each["rung"], _read(claim["claim"], each))
            for claim in record["claims"]
            for each in claim["tried"]
        )
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(
            f"it is no record of evidence ({type(error).__name__}: {error})"
        ) from error
    return Evidence(circumstances, rungs, tried)


def _read(claim: str, each: Mapping[str, Any]) -> Finding:
    verdict = ClaimVerdict(each["verdict"])
    return Finding(claim, verdict, each["goals"], each["tried"], each["detail"], each["seconds"])
