"""Mutants: what was made wrong on purpose, and which rung noticed, as a file.

A proof that cannot fail proves nothing. So things are changed, one at a time, in what is tried and in
what tries it, and the rungs are climbed again. The form of the file is described by
``mutants.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from othello_proofs.evidence.record import RecordError

VERSION = 1
"""The version of the form; it grows when a field changes its meaning or goes."""


@dataclass(frozen=True)
class MutantOutcome:
    """One change, and what came of it."""

    mutant: str
    """What it is called: a name that leads to where it is made."""

    of: str
    """What is changed, in a word: the specification, a theorem, a tool."""

    change: str
    """How, in a line: ``before → after``."""

    killed_by: str
    """The rung that notices, by name; empty if none does."""

    equivalent: str
    """If none does: by which proof it makes no difference; empty if there is none."""

    seconds: float
    """How long the rung took to notice, or the proof."""

    @property
    def survives(self) -> bool:
        """Whether a change that makes a difference was noticed by nobody."""
        return not self.killed_by and not self.equivalent


@dataclass(frozen=True)
class MutantRecord:
    """All mutants."""

    sources: str
    """The digest of the files that were changed, as they are."""

    mutants: tuple[MutantOutcome, ...]


def dumps(sources: str, mutants: Sequence[MutantOutcome]) -> str:
    """The record as the text of a file."""
    rows = [{**asdict(mutant), "seconds": round(mutant.seconds, 2)} for mutant in mutants]
    record = {"version": VERSION, "sources": sources, "mutants": rows}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def loads(text: str) -> MutantRecord:
    """The mutants of a record; :class:`RecordError` if the text is none, or one of another version."""
    try:
        record: dict[str, Any] = json.loads(text)
        if record["version"] != VERSION:
            raise RecordError(f"its version is {record['version']}; this reads version {VERSION}")
        return MutantRecord(
            record["sources"], tuple(MutantOutcome(**row) for row in record["mutants"])
        )
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(
            f"it is no record of mutants ({type(error).__name__}: {error})"
        ) from error
