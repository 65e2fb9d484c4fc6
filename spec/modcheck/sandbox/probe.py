"""Probe: find out which backends work on this machine, by running a program in each.

What is installed says little: in many containers ``bwrap`` is there and may not do its work, and a
kernel may know Landlock and have it switched off. The program tries what matters most: to read a
foreign file, to use the network, to see and signal a foreign process, and whether system calls are
filtered. Every other escape is tried in the tests.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import weakref
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox.backend import Backend, Escape, ProbeResult, SandboxError
from modcheck.sandbox.bubblewrap import Bubblewrap
from modcheck.sandbox.landlock import Landlock
from modcheck.sandbox.limits import Limits
from modcheck.sandbox.view import environment, view

_PATIENCE: Final = 30.0
"""Seconds that a probe may take."""

_LONGEST: Final = 200

_PROGRAM: Final = """
import json, os, socket, sys
file, port, process, start_time = sys.argv[1:]

def read():
    with open(file, "rb"):
        return True

def connect():
    with socket.create_connection(("127.0.0.1", int(port)), 1):
        return True

def see():
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[19] == start_time

def signal():
    os.kill(int(process), 0)
    try:
        return see()  # else the number is that of a process in the sandbox
    except OSError:
        return True

worked = []
def hoard():
    os.close(os.memfd_create("x"))
    return True

attempts = dict(
    READS_FILES=read, CONNECTS_TCP=connect, SEES_PROCESSES=see, SIGNALS=signal, HOARDS=hoard
)
for name, attempt in attempts.items():
    try:
        if attempt():
            worked.append(name)
    except OSError:
        pass
print(json.dumps(worked))
"""
"""Tries to escape, and writes the names of the escapes that worked."""


@cache
def backends() -> tuple[Backend, ...]:
    """Return the backends that confine, the best first. There are none outside Linux."""
    if sys.platform != "linux":
        return ()
    older = () if os.geteuid() == 0 else (Bubblewrap(nested=True),)
    return (Bubblewrap(), *older, Landlock())


_MEANWHILE: Final[dict[Backend, _Attempt]] = {}
"""Attempts that were begun early, and that :func:`probe` has not waited for yet."""


def probe_meanwhile() -> None:
    """Start the program in the best backend, so that :func:`probe` need only wait for its end."""
    for backend in () if probe_backends.cache_info().currsize else backends()[:1]:
        with suppress(SandboxError, OSError, ValueError):  # they are met again when it is probed
            _MEANWHILE[backend] = _Attempt(backend)


@cache
def probe_backends() -> tuple[ProbeResult, ...]:
    """Probe the backends up to the first that works, once for each process."""
    results = []
    for backend in backends():
        results.append(probe(backend))
        if results[-1].works:
            break
    return tuple(results)


@cache
def probe(backend: Backend) -> ProbeResult:
    """Run a program in a backend, and return what it can do that the backend should contain."""
    try:
        worked = (_MEANWHILE.pop(backend, None) or _Attempt(backend)).escapes()
    except (SandboxError, OSError, ValueError, subprocess.SubprocessError) as error:
        return ProbeResult(backend, trouble=" ".join(str(error).split())[:_LONGEST])
    return ProbeResult(backend, frozenset(Escape[name] for name in worked) & backend.contains)


class _Attempt:
    """The attempt of a program to escape from a backend."""

    def __init__(self, backend: Backend) -> None:
        """Start it. Raises OSError, ValueError or SandboxError if that fails."""
        with ExitStack() as kept:
            name = kept.enter_context(tempfile.TemporaryDirectory(prefix="probe-"))
            server = kept.enter_context(socket.create_server(("127.0.0.1", 0)))
            foreign, own = Path(name, "file"), Path(name, "own")
            foreign.write_text("x", encoding="ascii")
            own.mkdir()
            for path, mode in ((Path(name), 0o755), (foreign, 0o644), (own, 0o755)):
                path.chmod(mode)  # so that the sandbox denies access, not the owner
            port, process = str(server.getsockname()[1]), str(os.getpid())
            stat = Path("/proc/self/stat").read_text(encoding="utf-8")
            start_time = stat.rpartition(")")[2].split()[19]
            targets = [str(foreign), port, process, start_time]
            seen = view([sys.executable, "-I", "-S", "-c", _PROGRAM, *targets], str(own))
            launch = backend.launch(seen, environment(seen.readable, Limits()), Limits())
            self._process = launch.start()
            kept.callback(launch.end, self._process)
            self._kept = kept.pop_all()
        weakref.finalize(self, self._kept.close)  # also if nobody waits for it

    def escapes(self) -> list[str]:
        """Wait for the program, and return the names of the escapes that worked."""
        with self._kept:
            try:
                output, errors = self._process.communicate(timeout=_PATIENCE)
            except subprocess.TimeoutExpired as error:
                output, errors = b"", error.stderr or b""
        if not output.endswith(b"\n"):
            complaints = errors.decode(errors="replace").strip().splitlines()
            raise SandboxError(complaints[-1] if complaints else "no program runs in it")
        worked: list[str] = json.loads(output)
        return worked
