"""Bubblewrap: name spaces of their own, made by the program ``bwrap``.

The program sees a file system of its own, in which there is only what it may read; it has no network but its own
loopback, no processes but its own, and no terminal. As an ordinary user bubblewrap does all this by itself. Where
we are root, see :mod:`.namespace`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox.backend import Escape, SandboxError
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.namespace import user_namespace
from modcheck.sandbox.view import View

_PRIVATE: Final = "/tmp"
"""The private folder, empty and gone with the program."""

_SEPARATE: Final = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session"),
)
_TOOLS: Final = ("bwrap", "prlimit", "choom")
_TOOLS_OF_ROOT: Final = ("setpriv", "unshare", "nsenter")


class Bubblewrap:
    """Confines a program by the name spaces of the kernel."""

    name = "bubblewrap"
    contains = frozenset(Escape)

    def __init__(self, *, nested: bool = False) -> None:
        """``nested`` leaves to the program to make further name spaces, as bubblewrap before 0.8 does."""
        self._nested = nested
        if nested:
            self.contains = frozenset(Escape) - {Escape.NESTS, Escape.ALLOCATES}

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        """How the program of the view is started."""
        tools = _tools()
        privileged = user_namespace() if os.geteuid() == 0 else None
        command = [
            *(privileged.entered(tools["nsenter"]) if privileged else ()),
            tools["bwrap"],
            *_SEPARATE,
            *(() if privileged else self._user()),
            *_files(view, limits),
            *("--chdir", view.start),
            *(privileged.dropped(tools["setpriv"]) if privileged else ()),
            *(tools["choom"], "-n", "1000", "--"),
            tools["prlimit"],
            *(f"--{name}={most}" for name, most in limits.resources().items()),
            "--",
            *view.command,
        ]
        # bwrap is started with it as well: it is there in the sandbox, where its own environment can be read.
        return Launch(command, environment, relays=True)

    def _user(self) -> Iterator[str]:
        yield "--unshare-user"
        if not self._nested:
            yield "--disable-userns"
        yield from ("--cap-drop", "ALL")


@cache
def _tools() -> Mapping[str, str]:
    """Where the programs are that this rung is put together from."""
    names = (*_TOOLS, *(_TOOLS_OF_ROOT if os.geteuid() == 0 else ()))
    found = {name: shutil.which(name) for name in names}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        raise SandboxError(f"there is no {' and no '.join(missing)} on PATH")
    return {name: path for name, path in found.items() if path}


def _files(view: View, limits: Limits) -> Iterator[str]:
    """The file system that the program sees, from the bottom up; only the private folder can be written."""
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(MIB), "--tmpfs", "/dev/shm", "--remount-ro", "/dev")
    yield from ("--size", str(limits.scratch), "--perms", "1777", "--tmpfs", _PRIVATE)
    for folder in sorted({str(parent) for path in view.readable for parent in Path(path).parents}):
        if folder not in ("/", "/dev", "/proc", _PRIVATE):
            # else it is closed to others, and access(), by which gcc finds its parts, says no
            yield from ("--perms", "0755", "--dir", folder)
    for path in view.readable:
        if os.path.islink(path):  # noqa: PTH114
            yield from ("--symlink", os.readlink(path), path)  # noqa: PTH115
        else:
            yield from ("--ro-bind", path, path)
    yield from ("--dir", view.start, "--remount-ro", "/")
