"""Rungs: ways to try claims."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from othello_proofs.evidence.finding import Finding


class Method(ABC):
    """One way to try claims.

    Its work is cut into units that do not depend on one another, so that they may run on all cores; a
    unit is a string, for it is handed to another process. What a rung needs beyond the standard library
    it imports when it is asked for its units, or later.
    """

    name: str
    """One word, as ``--rung`` takes it."""

    title: str
    """The heading of its column, of few letters."""

    shows: str
    """What it means that a claim holds here: a sentence or two, for a student."""

    does_not_show: str
    """What it leaves open: a sentence."""

    patience: float = 120.0
    """Seconds after which a unit that has not come to its end counts as hanging."""

    @abstractmethod
    def units(self, quick: bool) -> Sequence[str]:
        """The units of work, the longest first; ``quick`` leaves out what takes long."""

    @abstractmethod
    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try the claims of a unit; a claim may come in several units, of which it needs all."""

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The claims that a unit tries: of each it must yield a finding, else there is no verdict."""
        del unit, quick
        return ()

    def claims(self, quick: bool) -> Sequence[str]:
        """All claims that it tries: of each some unit must yield a finding, else there is no verdict."""
        found = (claim for unit in self.units(quick) for claim in self.about(unit, quick))
        return tuple(dict.fromkeys(found))

    def missing(self) -> str:
        """Why the rung cannot be tried on this machine, such as a tool to install; else empty."""
        return ""

    def export(self, directory: Path, quick: bool, only: Sequence[str] = ()) -> int:
        """Write each question, in a form that other tools read, to a file; how many there are.

        ``only`` gives patterns of the claims whose questions are wanted, as for file names; none: all.
        """
        del directory, quick, only
        return 0
