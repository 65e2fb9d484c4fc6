"""Backend: one way to confine a program, and what it keeps the program from."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, Protocol

from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import Limits
from modcheck.sandbox.view import View


class SandboxError(Exception):
    """A program cannot be confined as asked. The message says why, and what would help."""


class Escape(StrEnum):
    """Something that a confined program must not be able to do."""

    READS_FILES = "reads files that it was not given"
    READS_CHECKER = "reads the checker's own packages"
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
    LISTENS = "accepts connections from other programs"
    LEAVES_MEMORY = "leaves shared memory or messages behind"
    USES_KEYS = "uses keys that the kernel keeps for the user"
    CONSTRAINS = "changes limits, priority or processors of other processes"
    REACHES_KERNEL = "uses parts of the kernel that programs do not need"
    HOARDS = "holds memory in files that have no name, or in large buffers"
    IS_SPARED = "has the kernel end other programs before it"


FILTERED: Final = frozenset(
    {
        *(Escape.CONNECTS_TCP, Escape.SENDS_UDP, Escape.CONNECTS_UNIX, Escape.CONNECTS_ABSTRACT),
        *(Escape.LISTENS, Escape.NESTS, Escape.LEAVES_MEMORY, Escape.USES_KEYS, Escape.CONSTRAINS),
        *(Escape.TRACES, Escape.REACHES_KERNEL, Escape.HOARDS),
    }
)
"""What the filter of :mod:`.system_calls` contains, whatever the backend."""


class Backend(Protocol):
    """One way to confine programs."""

    name: str
    """The name in reports and options."""

    contains: frozenset[Escape]
    """What the backend keeps programs from, on this machine."""

    def __hash__(self) -> int:
        """Return a hash: each backend is probed only once."""

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """Return how the program is started. Raises :class:`SandboxError` if it cannot be."""


class Unconfined:
    """No sandbox, for programs that the user trusts: they may do whatever the user may."""

    name = "none"
    contains: frozenset[Escape] = frozenset()

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """Return how the program is started: as it is, with the user's own environment.

        Where the system can, it kills the program once the checker is gone, but not what that has
        started.
        """
        return Launch((*_tether(), *view.command), folder=view.start)


_UNTIL_DEATH: Final = ("--pdeathsig", "KILL", "--")


@cache
def _tether() -> tuple[str, ...]:
    """Return the words before a command that make the program die with its parent, or nothing.

    Python itself could ask for that only between fork and exec, which is unsafe in a process with
    threads.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    words = (setpriv, *_UNTIL_DEATH)
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)  # old ones cannot
    return words if tried.returncode == 0 else ()


@dataclass(frozen=True)
class ProbeResult:
    """What came of trying a backend."""

    backend: Backend
    escaped: frozenset[Escape] = field(default_factory=frozenset)
    """What a program in it could do although the backend should contain it."""

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
