"""Probe: which rungs work on this machine, found out by running in each a program that tries to break out.

What is installed says little: in many containers ``bwrap`` is there and may not do its work, and a kernel may
know Landlock and have it switched off.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from modcheck.sandbox import escapes
from modcheck.sandbox.backend import Backend, Escape, ProbeResult, SandboxError
from modcheck.sandbox.bubblewrap import Bubblewrap
from modcheck.sandbox.environment import environment
from modcheck.sandbox.landlock import Landlock
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.view import view

LIMITS: Final = Limits(memory=128 * MIB, processes=16, file=8 * MIB, scratch=2 * MIB)
"""Small ones, that are soon reached."""

_PATIENCE: Final = 10.0
"""Seconds that a probe may take."""

_LAST_BREATH: Final = 1.0
"""Seconds that what a program leaves behind may live on."""

_LONGEST: Final = 200


@cache
def backends() -> tuple[Backend, ...]:
    """The rungs that confine, the best first; where the system is no Linux there are none."""
    if sys.platform != "linux":
        return ()
    older = () if os.geteuid() == 0 else (Bubblewrap(nested=True),)
    return (Bubblewrap(), *older, Landlock())


@cache
def probe_backends() -> tuple[ProbeResult, ...]:
    """What came of trying the rungs, up to the first that works; once for each process."""
    found = []
    for rung in backends():
        found.append(probe(rung))
        if found[-1].works:
            break
    return tuple(found)


@cache
def probe(rung: Backend) -> ProbeResult:
    """What a program can do in a rung that it should not be able to."""
    with contextlib.ExitStack() as stack:
        try:
            outside = stack.enter_context(_outside())
            command = [sys.executable, "-I", "-S", outside.program, json.dumps(outside.targets)]
            seen = view(command, str(Path(outside.program).parent))
            launch = rung.launch(seen, environment(seen.readable, LIMITS), LIMITS)
            worked, outlives = _run(launch)
        except (SandboxError, OSError, ValueError, subprocess.SubprocessError) as error:
            return ProbeResult(rung, trouble=" ".join(str(error).split())[:_LONGEST])
        escaped = {Escape[name] for name in worked} | outside.reached()
        if outlives:
            escaped.add(Escape.OUTLIVES)
        return ProbeResult(rung, frozenset(escaped) & rung.contains)


def _run(launch: Launch) -> tuple[list[str], bool]:
    """What the program says that worked, and whether it left a process behind that lives on."""
    process = launch.start()
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        said = _line(process.stdout.fileno(), _PATIENCE)
        if not said.endswith(b"\n"):
            complaints = _line(process.stderr.fileno(), _LAST_BREATH).decode(errors="replace")
            told = complaints.strip().splitlines()
            raise SandboxError(told[-1] if told else "no program runs in it")
        process.wait(_PATIENCE)
        return json.loads(said), _stays_open(process.stdout.fileno())
    finally:
        launch.end(process)


def _line(stream: int, seconds: float) -> bytes:
    """What comes from a pipe until its end, or the end of a line, in so many seconds."""
    deadline = time.monotonic() + seconds
    read = b""
    while not read.endswith(b"\n") and (left := deadline - time.monotonic()) > 0:
        if select.select([stream], [], [], left)[0]:
            chunk = os.read(stream, 65_536)
            if not chunk:
                break
            read += chunk
    return read


def _stays_open(stream: int) -> bool:
    """Whether somebody still holds the other end of a pipe."""
    return not select.select([stream], [], [], _LAST_BREATH)[0]


# -- what there is to reach for --------------------------------------------------------------------


@dataclass(frozen=True)
class _Outside:
    program: str
    """The program that tries to escape, in a folder of its own."""

    targets: escapes.Targets
    listening: dict[Escape, socket.socket]

    def reached(self) -> set[Escape]:
        """What was reached, whatever the program says."""
        ready = select.select(list(self.listening.values()), [], [], 0)[0]
        found = {escape for escape, listener in self.listening.items() if listener in ready}
        if os.listdir(self.targets["folder"]):  # noqa: PTH208
            found.add(Escape.WRITES_FILES)
        return found


@contextlib.contextmanager
def _outside() -> Iterator[_Outside]:
    """A file, a folder, servers and a process, none of which a confined program can reach."""
    with tempfile.TemporaryDirectory(prefix="probe-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # so that it is the sandbox that denies, not the owner
        (folder / "file").write_text("x", encoding="ascii")
        open_to_all = folder / "open"
        open_to_all.mkdir()
        open_to_all.chmod(0o777)
        own = folder / "own"
        own.mkdir()
        own.chmod(0o755)  # not open to all: what lies there is run
        program = shutil.copy(escapes.__file__, own / "escapes.py")
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        named = stack.enter_context(_listener(str(folder / "socket")))
        (folder / "socket").chmod(0o777)
        abstract = stack.enter_context(_listener(f"\0{folder.name}"))
        started = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
        targets = escapes.Targets(
            file=str(folder / "file"),
            folder=str(open_to_all),
            tcp=tcp.getsockname()[1],
            udp=udp.getsockname()[1],
            socket=str(folder / "socket"),
            abstract=folder.name,
            process=os.getpid(),
            started=started,
            processes=LIMITS.processes,
            memory=LIMITS.memory,
            scratch=LIMITS.scratch,
        )
        listening = {
            Escape.CONNECTS_TCP: tcp,
            Escape.SENDS_UDP: udp,
            Escape.CONNECTS_UNIX: named,
            Escape.CONNECTS_ABSTRACT: abstract,
        }
        yield _Outside(str(program), targets, listening)


def _listener(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(address)
    listener.listen()
    return listener
