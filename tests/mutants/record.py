"""The record of mutants: it grows with each outcome, and what still stands is not tried again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from mutants.mutant import Mutant
from mutants.trial import Notice, Outcome
from othello_proofs.evidence.mutants import MutantOutcome, dumps, loads
from othello_proofs.evidence.record import RecordError
from othello_proofs.methods import LADDER

UNFINISHED: Final = "0" * 16
"""Stands for the digest of a record in which mutants are missing: it is never fresh."""


class MutantFile:
    """A file with what became of each mutant."""

    def __init__(self, file: Path | None, mutants: Sequence[Mutant], again: bool = False) -> None:
        """Read the outcomes on record, but not ``again``. Without a file nothing is kept."""
        self._file, self._names = file, [mutant.name for mutant in mutants]
        self._all = LADDER.digest()  # now: what is changed meanwhile is not what is tried
        self._sources = LADDER.sources()
        self._digest = cache(self._compute_digest)
        self._on_record = {} if again else _outcomes_in(file)
        self._rows: dict[str, MutantOutcome] = {}

    def standing(self, mutant: Mutant) -> Outcome | None:
        """Return the outcome on record, if nothing on which it depends has changed."""
        row = self._on_record.get(mutant.name)
        if row is None or (row.of, row.change) != (mutant.of, mutant.change):
            return None
        rung, _, claim = row.killed_by.rstrip(")").partition(" (")
        if row.sources != self._digest(rung, mutant.module):
            return None
        notice = Notice(rung, claim, "fails", "as it did before", row.unit) if rung else None
        return Outcome(mutant, notice, row.equivalent, row.seconds)

    def with_hint(self, mutant: Mutant) -> Mutant:
        """Return the mutant with the unit on record that noticed it."""
        row = self._on_record.get(mutant.name)
        if row is None or not row.unit:
            return mutant
        return replace(mutant, noticed_by=((row.killed_by.partition(" (")[0], row.unit),))

    def add(self, outcome: Outcome) -> None:
        """Put an outcome on record. The file is whole after each; fresh when none is missing."""
        rung = outcome.notice.rung if outcome.notice else ""
        row = outcome.record(self._digest(rung, outcome.mutant.module))
        self._rows[row.mutant] = row
        if self._file:
            sources = self._all if len(self._rows) == len(self._names) else UNFINISHED
            rows = [self._rows[name] for name in self._names if name in self._rows]
            part = self._file.with_name(f"{self._file.name}.part")
            part.write_text(dumps(sources, rows), encoding="utf-8")
            part.replace(self._file)

    def _compute_digest(self, rung: str, module: str) -> str:
        """Return the digest of what a rung depends on; of everything if it is none of the ladder.

        The module that is changed counts, and so does all that is proved.
        """
        if rung not in LADDER.methods:
            return self._all
        about = (each for package in LADDER.about for each in self._sources.modules(package))
        return self._sources.digest(module, *about, LADDER.file(rung))


def _outcomes_in(file: Path | None) -> dict[str, MutantOutcome]:
    """Return the outcomes in a file; none if there is no such file, or it is of another form."""
    if file is None or not file.exists():
        return {}
    try:
        return {row.mutant: row for row in loads(file.read_text(encoding="utf-8")).mutants}
    except RecordError:
        return {}
