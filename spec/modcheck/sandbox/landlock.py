"""Landlock: the kernel's own means for a process to give up access, with limits and another user.

It needs no name spaces, and works in most containers. What it denies depends on the version of its
interface (ABI). It does not contain everything: see :attr:`Landlock.contains`, and ``man 7
landlock``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from modcheck.sandbox import supervisor, system_calls
from modcheck.sandbox.backend import FILTERED, Escape, SandboxError
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import FIRST_TO_GO, PRIORITY, Limits
from modcheck.sandbox.namespace import NOBODY, own_user
from modcheck.sandbox.view import View

_ALWAYS: Final = frozenset(
    {
        Escape.READS_FILES,
        Escape.READS_CHECKER,
        Escape.WRITES_FILES,
        Escape.FILLS_DISK,
        Escape.TRACES,
        Escape.SEES_PROCESSES,
        Escape.FORKS,
        Escape.ALLOCATES,
        Escape.IS_SPARED,
        Escape.STEERS_TERMINAL,
    }
)
_DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_ABOUT_THE_MACHINE: Final = (
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems"),
    *("/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage"),
)
"""What virtual machines read about the machine. Nothing there is about other processes."""


class Landlock:
    """Confines a program by Landlock.

    No place is writable, since no size could be limited, but :mod:`.small_memory` for builds.
    """

    name = "landlock"

    def __init__(
        self, abi: int | None = None, root: bool | None = None, machine: str | None = None
    ) -> None:
        """What it contains depends on the version of the interface, on whether we are root, and on
        the machine: ``machine`` is an architecture that has a filter of system calls, or empty."""
        abi = supervisor.landlock_abi() if abi is None else abi
        root = os.geteuid() == 0 if root is None else root
        contains = set(_ALWAYS)
        if abi >= 4:
            contains.add(Escape.CONNECTS_TCP)
        if abi >= 6:
            contains |= {Escape.CONNECTS_ABSTRACT, Escape.SIGNALS}
        self._machine = system_calls.machine() if machine is None else machine
        if self._machine:
            contains |= FILTERED
        if root:
            contains |= {Escape.CHANGES_MODES, Escape.SIGNALS, Escape.OUTLIVES}
        self.abi = abi
        self.contains = frozenset(contains)

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """Return how the program of the view is started."""
        if not self.abi:
            raise SandboxError("the kernel has no Landlock, or it is switched off")
        user = own_user() if os.geteuid() == 0 else None
        if user is not None:
            for folder in view.writable:
                os.chown(folder, user, user)
        settings = supervisor.SupervisorSettings(
            start=view.start,
            readable=[*view.readable, *view.revealed, *_ABOUT_THE_MACHINE],
            hidden=list(view.hidden),
            writable=list(view.writable),
            devices=list(_DEVICES),
            environment=dict(environment),
            limits=dict(limits.resources()),
            priority=PRIORITY,
            first_to_go=FIRST_TO_GO,
            user=user,
            filter=system_calls.seccomp_filter(self._machine).hex() if self._machine else "",
            alone=user is not None and user != NOBODY,
        )
        command = [sys.executable, "-I", "-S", str(Path(supervisor.__file__)), *view.command]
        variables = {**environment, supervisor.VARIABLE: json.dumps(settings)}
        return Launch(command, variables, relays=True, cleans_up=True)
