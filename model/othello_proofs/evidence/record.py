"""Records: what the methods found out about each claim, as a file.

``evidence.schema.json`` describes the form of the file.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TypeVar

import cattrs

from othello_proofs.evidence.method import (
    NOTHING_ASKED,
    ClaimFinding,
    ClaimVerdict,
    merge,
    worst,
)

VERSION = 3
"""The version of the form. It grows when a field changes its meaning or goes."""

R = TypeVar("R")

_CONVERTER: Final = cattrs.Converter(detailed_validation=False)
_MALFORMED: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading something else than a record raises."""


class RecordError(Exception):
    """A text is no record. The message says why in one line."""


@dataclass(frozen=True)
class Trial:
    """What a unit of a method found out about a claim, and on which texts that depends."""

    method: str
    unit: str
    """The unit; empty if no unit was run."""

    quick: bool
    """Whether what takes long was left out."""

    sources: tuple[str, ...]
    """The texts on which the claim depends, beside those that the method's file imports."""

    digest: str
    """The digest of these texts and of all that they depend on; with another one it is stale."""

    tools: Mapping[str, str]
    """The versions of the tools of the method, by name."""

    finding: ClaimFinding

    @property
    def key(self) -> tuple[str, str, str]:
        """Method, unit and claim."""
        return self.method, self.unit, self.finding.claim

    @property
    def is_final(self) -> bool:
        """Whether the same would be found again."""
        found = self.finding
        decided = found.verdict in {ClaimVerdict.HOLDS, ClaimVerdict.FAILS}
        return decided or found.detail == NOTHING_ASKED


@dataclass(frozen=True)
class MethodRecord:
    """What a method says of itself."""

    name: str
    title: str
    shows: str
    does_not_show: str
    missing: str = ""
    """Why it could not be used; empty if it could."""


@dataclass(frozen=True)
class LadderRun:
    """The last run: how much it found done already, and what the rest took."""

    quick: bool = False
    """Whether what takes long was left out."""

    fresh: int = 0
    """Claims that were not tried again, since nothing has changed."""

    done: int = 0
    """Claims that were tried and decided."""

    left: int = 0
    """Claims that are not decided by every method: the next run tries them again."""

    cores: int = 1
    seconds: float = 0.0
    """On the clock."""

    memory: int = 0
    """Peak bytes of all processes together."""

    versions: Mapping[str, str] = field(default_factory=dict)
    """The versions of Python and of the tools that are installed, by name."""


@dataclass(frozen=True)
class Conclusion:
    """What all units of a method together found out about a claim."""

    method: str
    finding: ClaimFinding


@dataclass(frozen=True)
class Evidence:
    """What came of climbing a ladder."""

    whole: bool = False
    """Whether some run has tried every claim by every method, and left nothing out."""

    run: LadderRun = LadderRun()
    methods: tuple[MethodRecord, ...] = ()
    """From the lowest."""

    trials: tuple[Trial, ...] = ()
    """By claims, and for each by methods."""

    @cached_property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """The trials of each claim by each method, merged."""
        grouped = groupby(self.trials, key=lambda trial: (trial.finding.claim, trial.method))
        return tuple(
            Conclusion(method, merge([trial.finding for trial in trials]))
            for (_, method), trials in grouped
        )

    def wrong(self, strict: bool = False) -> tuple[Conclusion, ...]:
        """Return what fails or is undecided and, if strict, what was skipped."""
        fine = {ClaimVerdict.HOLDS} if strict else {ClaimVerdict.HOLDS, ClaimVerdict.SKIPPED}
        return tuple(tried for tried in self.conclusions if tried.finding.verdict not in fine)

    def claims(self) -> dict[str, dict[str, ClaimFinding]]:
        """Return the findings about each claim, by method."""
        found: dict[str, dict[str, ClaimFinding]] = {}
        for tried in self.conclusions:
            found.setdefault(tried.finding.claim, {})[tried.method] = tried.finding
        return found


def to_json(evidence: Evidence) -> dict[str, Any]:
    """Return the record for programs."""
    by_claim = evidence.claims()
    verdicts = {c: worst(f.verdict for f in found.values()) for c, found in by_claim.items()}
    return {"version": VERSION, "verdicts": verdicts, **cattrs.unstructure(evidence)}


def dumps(evidence: Evidence) -> str:
    """Return the record as the text of a file."""
    return json.dumps(to_json(evidence), indent=1, ensure_ascii=False) + "\n"


def loads(text: str) -> Evidence:
    """Return the evidence of a record.

    Raises :class:`RecordError` if the text is no record, or one of another version.
    """
    return read_record(text, VERSION, Evidence, "evidence")


def read_record(text: str, version: int, form: type[R], of: str) -> R:
    """Return what a record of this form and version holds. Raises :class:`RecordError`."""
    try:
        found = json.loads(text)
        if found["version"] != version:
            raise RecordError(f"its version is {found['version']}; this reads version {version}")
        return _CONVERTER.structure({name: found[name] for name in form.__annotations__}, form)
    except _MALFORMED as error:
        raise RecordError(f"it is no record of {of} ({type(error).__name__}: {error})") from error


class RecordFile:
    """A record in a file, and beside it the trials of a run that has not come to its end.

    Each trial is appended to a second file as it comes, ``FILE.part``, which the next run reads. So
    a run that is killed loses nothing of what it has put on record.
    """

    def __init__(self, file: Path) -> None:
        """Read the files, if they exist. A file that cannot be read is begun anew."""
        self.file = file.resolve()
        self.evidence: Evidence | None = None
        self.complaint = ""
        """Why the file is begun anew; empty if it is not."""
        self._part = self.file.with_name(f"{self.file.name}.part")
        try:
            if self.file.is_file() and (text := self.file.read_text(encoding="utf-8")):
                self.evidence = loads(text)
        except (RecordError, UnicodeDecodeError) as error:
            self.complaint = " ".join(str(error).split())
        if self._part.is_file():
            before = self.evidence or Evidence()
            added = {trial.key: trial for trial in self._read_part()}
            known = {trial.key: trial for trial in before.trials}
            self.evidence = replace(before, trials=tuple((known | added).values()))

    def add(self, trials: Iterable[Trial]) -> None:
        """Put trials on record."""
        with self._part.open("a", encoding="utf-8") as part:
            for trial in trials:
                part.write(f"{json.dumps(cattrs.unstructure(trial))}\n")

    def finish(self, evidence: Evidence) -> None:
        """Write the whole record. An interruption leaves the old one or the new one."""
        if self.file.exists() and not self.file.is_file():  # a device, say
            self.file.write_text(dumps(evidence), encoding="utf-8")
        else:
            unfinished = self.file.with_name(f"{self.file.name}.new")
            unfinished.write_text(dumps(evidence), encoding="utf-8")
            unfinished.replace(self.file)
        self._part.unlink(missing_ok=True)

    def _read_part(self) -> Iterator[Trial]:
        """Return the trials that were added. A line may have been cut off."""
        for line in self._part.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(*_MALFORMED):
                yield _CONVERTER.structure(json.loads(line), Trial)
