"""What hostile programs reach for in the tests: a world outside of their folder, and whoever
watches it."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from modcheck.sandbox.backend import Escape
from modcheck.sandbox.limits import MIB, Limits

HOSTILE = Path(__file__).parent / "hostile"
LIMITS = Limits(
    memory=96 * MIB,
    total=256 * MIB,
    processes=16,
    file=4 * MIB,
    scratch=8 * MIB,
    open_files=128,
    errors=4 * MIB,
)
"""Small ones, so that nothing that goes wrong does much."""

VARIABLE = "SECRET_OF_THE_CHECKER"
"""An environment variable that is nothing to programs."""

_PATIENCE = 5.0
"""Seconds that processes which are ended may take to go."""

_HANDLE_BYTES = 128


@dataclass
class Outside:
    """A file, a folder, sockets and a process that belong to the user, and a submission beside
    them."""

    root: Path
    bystander: subprocess.Popen[bytes]
    listening: list[tuple[Escape, socket.socket]]
    patience: float
    """Seconds to wait for processes to go; where nothing confines them, some may be there to
    stay."""

    before: dict[str, bytes] = field(default_factory=dict)

    @property
    def submission(self) -> Path:
        return self.root / "submission"

    def settle(self) -> None:
        """From now on, what is written is noticed."""
        self.before = self._files()

    def escapes(self) -> set[Escape]:
        """What has been touched; seen from here, whatever a program says of itself."""
        found = set()
        ready = select.select([listener for _, listener in self.listening], [], [], 0)[0]
        found |= {escape for escape, listener in self.listening if listener in ready}
        if self.before != self._files():
            found.add(Escape.WRITES_FILES)
        for status in (path.stat() for path in (self.root / "outside").glob("file")):
            if status.st_mode & 0o777 != 0o666 or status.st_mtime == 0:
                found.add(Escape.CHANGES_MODES)
        if self.processes_left_behind():
            found.add(Escape.OUTLIVES)
        if self.bystander.poll() is not None:
            found.add(Escape.SIGNALS)
        return found

    def _files(self) -> dict[str, bytes]:
        return {
            str(path): b"" if path.is_symlink() or not path.is_file() else path.read_bytes()
            for path in self.root.rglob("*")
        }

    def processes_left_behind(self) -> list[int]:
        """Return the processes that a program has left behind, after a wait for those that end."""
        deadline = time.monotonic() + self.patience
        while (found := list(self._processes())) and time.monotonic() < deadline:
            time.sleep(0.02)
        return found

    def _processes(self) -> Iterator[int]:
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if str(self.submission).encode() in (process / "cmdline").read_bytes():
                    yield int(process.name)

    def clear_up(self) -> None:
        """End what was left behind where nothing confined it."""
        for process in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, 9)


@contextlib.contextmanager
def outside(root: Path, specimen: str, *, confined: bool) -> Iterator[Outside]:
    """The world for one specimen, which is put into its submission and told whether it will be
    confined."""
    with contextlib.ExitStack() as stack:
        yield _outside(root, specimen, confined, stack)


def _outside(root: Path, specimen: str, confined: bool, stack: contextlib.ExitStack) -> Outside:
    place, submission = root / "outside", root / "submission"
    place.mkdir()
    submission.mkdir()
    (place / "file").write_text("secret")
    (place / "file").chmod(0o666)  # so that it is the sandbox that denies, not the owner
    (place / "folder").mkdir()
    (place / "folder").chmod(0o777)
    submission.chmod(0o777)
    for name in ("_hostile.py", specimen):
        shutil.copy(HOSTILE / name, submission)
        (submission / name).chmod(0o666)
    (submission / "link-to-file").symlink_to(place / "file")
    (submission / "link-to-folder").symlink_to(place / "folder")
    (submission / "link-to-outside").symlink_to(place)
    mark = f"bystander-of-{os.getpid()}"
    with (place / "terminal").open("wb") as terminal:
        bystander = stack.enter_context(
            subprocess.Popen([*_waiting(), mark], stdout=terminal, stderr=terminal)
        )
    stack.callback(bystander.kill)
    (place / "terminal").chmod(0o666)
    tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
    udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    udp.bind(("127.0.0.1", 0))
    # the path of a socket is short; that of a temporary folder may be longer
    abstract = f"hostile-{os.getpid()}-{root.name}"[:90]
    datagrams = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
    datagrams.bind(str(place / "d"))
    listening = [
        (Escape.CONNECTS_TCP, tcp),
        (Escape.SENDS_UDP, udp),
        (Escape.CONNECTS_UNIX, stack.enter_context(_listener(str(place / "s")))),
        (Escape.CONNECTS_UNIX, datagrams),
        (Escape.CONNECTS_ABSTRACT, stack.enter_context(_listener(f"\0{abstract}"))),
    ]
    for name in ("s", "d"):
        (place / name).chmod(0o777)
    told = {
        "file": str(place / "file"),
        "folder": str(place / "folder"),
        "tcp": tcp.getsockname()[1],
        "udp": udp.getsockname()[1],
        "socket": str(place / "s"),
        "datagrams": str(place / "d"),
        "abstract": abstract,
        "process": bystander.pid,
        "mark": mark,
        "handle": _handle(place / "file").hex(),
        "processes": LIMITS.processes,
        "memory": LIMITS.memory,
        "room": LIMITS.scratch,
        "variable": VARIABLE,
        "specification": sys.path,
        "confined": confined,
    }
    (submission / "outside.json").write_text(json.dumps(told))
    made = Outside(root, bystander, listening, _PATIENCE if confined else 0.5)
    made.settle()
    return made


def _waiting() -> list[str]:
    """A process that does nothing, until its signal comes."""
    return [sys.executable, "-S", "-c", "import time; time.sleep(600)"]


def _listener(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(address)
    listener.listen()
    return listener


def _handle(path: Path) -> bytes:
    """The number of a file on its disk, as open_by_handle_at takes it; nothing where the disk gives
    none."""
    handle = ctypes.create_string_buffer(
        _HANDLE_BYTES.to_bytes(4, sys.byteorder), 8 + _HANDLE_BYTES
    )
    mount = ctypes.c_int()
    libc = ctypes.CDLL(None)
    failed = libc.name_to_handle_at(-100, os.fsencode(path), handle, ctypes.byref(mount), 0)
    return b"" if failed else handle.raw
