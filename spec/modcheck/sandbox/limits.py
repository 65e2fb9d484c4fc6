"""Limits: how much of the machine a confined program may use."""

from __future__ import annotations

import resource
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
PRIORITY: Final = 10
"""How much lower the priority of a program is than that of the checker; 19 is the most."""

FIRST_TO_GO: Final = 1000
"""How soon the kernel ends a program where the machine runs out of memory; 1000 is the most."""

_STACK: Final = 8 * MIB
_MOST_STACK: Final = 64 * MIB


@dataclass(frozen=True)
class Limits:
    """Upper bounds. A program that exceeds one is refused more, or is killed."""

    memory: int = 1024 * MIB
    """Bytes of private writable memory of a process, its heap and stacks (``RLIMIT_DATA``). Address
    space is not bounded, because the virtual machines of Java and JavaScript reserve more than they
    ever use."""

    total: int = 2048 * MIB
    """Bytes of memory that the program and all it has started take together. The checker
    looks now and then; where the machine runs out of memory before that, the kernel kills confined
    programs first."""

    cpu: int = 3600
    """Seconds of processor time of a process (``RLIMIT_CPU``): only the last resort, since a
    program ends with the check that started it, and has to answer each line in time."""

    processes: int = 128
    """Processes and threads at a time (``RLIMIT_NPROC``)."""

    file: int = 64 * MIB
    """Bytes of a file (``RLIMIT_FSIZE``)."""

    open_files: int = 256
    """Descriptors of a process (``RLIMIT_NOFILE``)."""

    scratch: int = 64 * MIB
    """Bytes of all files in the private folder for temporary files, where the backend offers
    one."""

    errors: int = 64 * MIB
    """Bytes that the program may write to standard error for one line of output."""

    def resources(self) -> Mapping[str, int]:
        """Return the system's limits for each process, by the names of :mod:`resource`.

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
        return {name: _within_own(name, most) for name, most in wanted.items()}


def _usual_stack() -> int:
    """Return the limit outside a sandbox. Each thread gets a stack of that size."""
    usual, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return _STACK if usual == resource.RLIM_INFINITY else min(usual, _MOST_STACK)


def _within_own(name: str, wanted: int) -> int:
    """Return a limit, or this process's own limit if that is less: no process can raise it."""
    _, most = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)
