"""Bubblewrap: name spaces of the kernel, made by the program ``bwrap``.

The program sees a file system of its own, which has only what it may read; no network but its own
loopback, no processes but its own, and no terminal. For an ordinary user bubblewrap does all this
by itself. For root, see :mod:`.namespace`.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox import system_calls
from modcheck.sandbox.backend import Escape, SandboxError
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import FIRST_TO_GO, MIB, PRIORITY, Limits
from modcheck.sandbox.namespace import user_namespace
from modcheck.sandbox.paths import is_covered
from modcheck.sandbox.view import View

_PRIVATE: Final = "/tmp"
"""The private folder, which starts empty and ends with the program."""

_SEPARATE: Final = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session"),
)
_TOOLS: Final = ("bwrap", "prlimit", "choom", "nice")
_TOOLS_OF_ROOT: Final = ("setpriv", "unshare", "nsenter")


_BY_FILTER_ALONE: Final = frozenset({Escape.USES_KEYS, Escape.REACHES_KERNEL, Escape.HOARDS})
"""What name spaces do not contain."""

_FILTER_STREAM: Final = "9"
_OPEN_FILTER: Final = f'exec {_FILTER_STREAM}<"$0" "$@"'


class Bubblewrap:
    """Confines a program by the name spaces of the kernel."""

    name = "bubblewrap"

    def __init__(self, *, nested: bool = False, machine: str | None = None) -> None:
        """``nested``: bwrap cannot forbid further name spaces, as before 0.8. ``machine``: an
        architecture that has a filter of system calls, or empty; None: that of this machine."""
        self._nested = nested
        self._machine = system_calls.machine() if machine is None else machine
        contains = set(Escape)
        if not self._machine:
            contains -= _BY_FILTER_ALONE
            if nested:
                contains -= {Escape.NESTS, Escape.ALLOCATES}
        self.contains = frozenset(contains)

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """Return how the program of the view is started."""
        tools = _tools()
        privileged = user_namespace() if os.geteuid() == 0 else None
        command = [
            *_with_filter(self._machine),
            # outside: inside, /proc cannot be written, else a program could take this back
            *(tools["choom"], "-n", str(FIRST_TO_GO), "--"),
            *(tools["nice"], "-n", str(PRIORITY)),
            *(privileged.enter(tools["nsenter"]) if privileged else ()),
            tools["bwrap"],
            *_SEPARATE,
            *(("--seccomp", _FILTER_STREAM) if self._machine else ()),
            *(() if privileged else self._user()),
            *_files(view, limits),
            *("--chdir", view.start),
            *(privileged.drop_privileges(tools["setpriv"]) if privileged else ()),
            tools["prlimit"],
            *(f"--{name}={most}" for name, most in limits.resources().items()),
            "--",
            *view.command,
        ]
        # bwrap itself runs in the sandbox, where its environment can be read: it gets no other
        return Launch(command, environment, relays=True)

    def _user(self) -> Iterator[str]:
        yield "--unshare-user"
        if not self._nested:
            yield "--disable-userns"
        yield from ("--cap-drop", "ALL")


@cache
def _tools() -> Mapping[str, str]:
    """Return the paths of the programs that this backend needs, by name."""
    names = (*_TOOLS, *(_TOOLS_OF_ROOT if os.geteuid() == 0 else ()))
    found = {name: shutil.which(name) for name in names}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        raise SandboxError(f"there is no {' and no '.join(missing)} on PATH")
    return {name: path for name, path in found.items() if path}


def _with_filter(machine: str) -> Iterator[str]:
    """Yield the words before a command that open the filter of system calls for bwrap.

    They contain a path: so any number of programs may be started at a time. bwrap closes it.
    """
    if machine:
        yield from ("/bin/sh", "-c", _OPEN_FILTER)
        yield f"/proc/{os.getpid()}/fd/{_filter_file(machine)}"


@cache
def _filter_file(machine: str) -> int:
    """Return the descriptor of a file in memory that holds the filter, and cannot be changed."""
    descriptor = os.memfd_create("filter", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.write(descriptor, system_calls.seccomp_filter(machine))
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW)
    return descriptor


def _files(view: View, limits: Limits) -> Iterator[str]:
    """Yield the file system that the program sees. Only the private folder can be written."""
    yield from ("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev")
    yield from ("--size", str(MIB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev")
    yield from ("--size", str(limits.scratch), "--perms", "1777", "--tmpfs", _PRIVATE)
    yield from _parents(view.readable)
    for path in view.readable:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        else:
            yield from ("--ro-bind", path, path)
    folders = [path for path in view.hidden if os.path.isdir(path)]
    for path in view.hidden:
        if path in folders:
            yield from ("--size", str(MIB), "--perms", "0755", "--tmpfs", path)
        else:
            yield from ("--ro-bind", "/dev/null", path)
    yield from _parents(view.revealed, view.hidden)
    for path in view.revealed:
        yield from ("--ro-bind", path, path)
    for path in folders:
        yield from ("--remount-ro", path)
    yield from ("--dir", view.start, "--remount-ro", "/")


def _parents(paths: Iterable[str], within: Iterable[str] = ("/",)) -> Iterator[str]:
    """Yield the folders that some paths lie in, as far as these lie within others."""
    folders = {str(parent) for path in paths for parent in Path(path).parents}
    for folder in sorted(folders):
        if folder not in ("/", "/dev", "/proc", _PRIVATE, *within) and is_covered(folder, within):
            # else it is closed to others, and access(), with which gcc finds its parts, says no
            yield from ("--perms", "0755", "--dir", folder)
