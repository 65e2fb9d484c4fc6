"""Mutants: what was made wrong on purpose, and which method noticed, as a file.

A proof that cannot fail proves nothing. So what is tried, and what tries it, is changed in one
place at a time, and the ladder is climbed again. ``mutants.schema.json`` describes the file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from othello_proofs.evidence.record import read_record

VERSION = 3
"""The version of the form. It grows when a field changes its meaning or goes."""


@dataclass(frozen=True)
class MutantOutcome:
    """One change, and what came of it."""

    mutant: str
    """Its name, which leads to where it is made."""

    of: str
    """What is changed, in a word: the specification, a theorem, a tool."""

    change: str
    """How, in a line: ``before → after``."""

    killed_by: str
    """The method that notices, by name; empty if none does."""

    equivalent: str
    """If none does: the proof that the change makes no difference; empty if there is none."""

    seconds: float
    """How long the method took to notice, or the proof."""

    unit: str
    """The unit of the method that notices: another time it is tried first."""

    sources: str
    """The digest of what the method depends on: as long as it is the same, so is the outcome."""

    @property
    def survives(self) -> bool:
        """Whether no method notices a change that makes a difference."""
        return not self.killed_by and not self.equivalent


@dataclass(frozen=True)
class MutantRecord:
    """All mutants."""

    sources: str
    """The digest of the texts that were changed, and of those that tried them."""

    mutants: tuple[MutantOutcome, ...]


def dumps(sources: str, mutants: Sequence[MutantOutcome]) -> str:
    """Return the record as the text of a file."""
    rows = [{**asdict(mutant), "seconds": round(mutant.seconds, 2)} for mutant in mutants]
    record = {"version": VERSION, "sources": sources, "mutants": rows}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def loads(text: str) -> MutantRecord:
    """Return the mutants of a record. Raises RecordError as :func:`.record.loads` does."""
    return read_record(text, VERSION, MutantRecord, "mutants")
