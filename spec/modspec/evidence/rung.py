"""Rungs: ways to try claims."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from modspec.evidence.finding import Finding


class Rung(ABC):
    """One way to try claims.

    Its work is cut into units that do not depend on one another, so that they may run on all cores; a
    unit is a string, for it is handed to another process.
    """

    name: str
    """One word, as ``--rung`` takes it."""

    title: str
    """The heading of its column, of few letters."""

    shows: str
    """What it means that a claim holds here: a sentence or two, for a student."""

    does_not_show: str
    """What it leaves open: a sentence."""

    @abstractmethod
    def units(self, quick: bool) -> Sequence[str]:
        """The units of work, the longest first; ``quick`` leaves out what takes long."""

    @abstractmethod
    def run(self, unit: str, quick: bool) -> Iterator[Finding]:
        """Try the claims of a unit; a claim may come in several units, of which it needs all."""

    def missing(self) -> str:
        """Why the rung cannot be tried on this machine, such as a tool to install; else empty."""
        return ""
