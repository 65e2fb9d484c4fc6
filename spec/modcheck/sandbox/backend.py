"""Rung: one way to confine a program, and what it keeps the program from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import Limits
from modcheck.sandbox.view import View


class SandboxError(Exception):
    """A program cannot be confined as asked; the message says why and what would help, in one line."""


class Escape(StrEnum):
    """Something that a confined program must not be able to do."""

    READS_FILES = "reads files that it was not given"
    WRITES_FILES = "writes outside its private folder"
    CHANGES_MODES = "changes the permissions of the user's files"
    FILLS_DISK = "fills the disk"
    CONNECTS_TCP = "connects over TCP"
    SENDS_UDP = "sends datagrams over UDP"
    CONNECTS_UNIX = "connects to a socket in the file system"
    CONNECTS_ABSTRACT = "connects to an abstract socket"
    SEES_PROCESSES = "sees other processes"
    SIGNALS = "sends signals to other processes"
    TRACES = "traces other processes"
    OUTLIVES = "leaves processes behind"
    FORKS = "starts processes without end"
    ALLOCATES = "allocates memory without end"
    STEERS_TERMINAL = "types into the user's terminal"
    NESTS = "makes name spaces of its own"


class Backend(Protocol):
    """One way to confine programs."""

    name: str
    """A word for it, as in a report."""

    contains: frozenset[Escape]
    """What it keeps programs from, on this machine."""

    def __hash__(self) -> int:
        """A rung is looked up by what it is, so that it is tried only once."""

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """How the program of the view is started; raises :class:`SandboxError` if it cannot be."""


@dataclass(frozen=True)
class ProbeResult:
    """What came of trying a rung."""

    backend: Backend
    escaped: frozenset[Escape] = field(default_factory=frozenset)
    """What a program in it could do although the rung says that it cannot."""

    trouble: str = ""
    """Why no program runs in it at all; empty if one does."""

    @property
    def summary(self) -> str:
        """What is wrong, in a few words."""
        if self.trouble:
            return self.trouble
        return "a program in it " + " and ".join(sorted(self.escaped)) if self.escaped else "works"

    @property
    def works(self) -> bool:
        """Whether programs run in it, and stay in it."""
        return not self.trouble and not self.escaped
