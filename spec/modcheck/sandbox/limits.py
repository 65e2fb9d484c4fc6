"""Limits: how much of the machine a confined program may use."""

from __future__ import annotations

import resource
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
_STACK: Final = 8 * MIB
_MOST_STACK: Final = 64 * MIB


@dataclass(frozen=True)
class Limits:
    """Upper bounds; a program that goes beyond one is refused more, or is ended."""

    memory: int = 1024 * MIB
    """Bytes of private writable memory a process, its heap and stacks (``RLIMIT_DATA``). Address space is not
    bounded, because the virtual machines of Java and JavaScript reserve more of it than they ever use."""

    total: int = 2048 * MIB
    """Bytes of memory that the program and all it has started take together. Whoever runs it looks every so often
    (:mod:`.watch`); and where the machine as a whole runs out of memory before that, the kernel ends confined
    programs first."""

    cpu: int = 3600
    """Seconds of processor time a process (``RLIMIT_CPU``): only the last resort, since a program ends with
    the check that started it, and has to answer each line in time."""

    processes: int = 128
    """Processes and threads at a time (``RLIMIT_NPROC``)."""

    file: int = 64 * MIB
    """Bytes a file (``RLIMIT_FSIZE``)."""

    open_files: int = 256
    """Descriptors a process (``RLIMIT_NOFILE``)."""

    scratch: int = 64 * MIB
    """Bytes of all files in the private folder for temporary files, where the rung offers one."""

    errors: int = 64 * MIB
    """Bytes that it may write to standard error while one line of output is awaited."""

    def resources(self) -> Mapping[str, int]:
        """The limits that the system keeps for each process, by the names of :mod:`resource` in small letters.

        >>> Limits(open_files=20).resources()["nofile"]
        20
        """
        wanted = {
            "data": self.memory,
            "cpu": self.cpu,
            "nproc": self.processes,
            "fsize": self.file,
            "nofile": self.open_files,
            "core": 0,
            "memlock": 64 * 1024,
            "msgqueue": 64 * 1024,
            "stack": _usual_stack(),
        }
        return {name: _allowed(name, most) for name, most in wanted.items()}


def _usual_stack() -> int:
    """As much as without a sandbox: threads get as large a stack as this, so more of it means fewer of them."""
    usual, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return _STACK if usual == resource.RLIM_INFINITY else min(usual, _MOST_STACK)


def _allowed(name: str, wanted: int) -> int:
    """A limit, or what this process is limited to if that is less: it cannot be raised again."""
    _, most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)
