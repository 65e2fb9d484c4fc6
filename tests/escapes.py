"""Escapes: a program that tries to break out of its sandbox in every known way, and what runs it.

:func:`escapes_from` runs this file, confined, by its path: ``python -I -S escapes.py TARGETS``. The
program needs no other file. TARGETS is a JSON object, see :class:`Targets`. Where nothing confines
it, the program does no harm: it opens, sends a byte, signals 0, and removes what it wrote. It
writes a line of JSON with what worked, by the names of :class:`modcheck.sandbox.backend.Escape`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import mmap
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypedDict

if TYPE_CHECKING:  # the program itself can import nothing of the package
    from modcheck.sandbox.backend import Backend, Escape

_NEW_USER: Final = 0x1000_0000
_PATIENCE: Final = 0.5
_MANY: Final = 40
"""Processes, and mebibytes, beyond the limit that are tried for."""

_MIB: Final = 1024 * 1024


class Targets(TypedDict):
    """What there is outside to reach for."""

    file: str
    checker: str
    """A file of the checker's own."""

    folder: str
    tcp: int
    udp: int
    socket: str
    abstract: str
    process: int
    started: str
    """When that process was started, as the kernel says it."""

    processes: int
    memory: int
    scratch: int


def reads_files(at: Targets) -> bool:
    """Whether it can read a file that is none of its business."""
    with open(at["file"], "rb") as file:  # noqa: PTH123  # without pathlib it starts sooner
        return bool(file.read(1))


def reads_checker(at: Targets) -> bool:
    """Whether it can read how it is judged."""
    with open(at["checker"], "rb") as file:  # noqa: PTH123
        return bool(file.read(1))


def writes_outside(at: Targets) -> bool:
    """Whether it can write where others look, or into the folder that it starts in."""
    here = os.getcwd()  # noqa: PTH109
    return any(_writes(f"{folder}/written") for folder in (at["folder"], here))


def _writes(path: str) -> bool:
    try:
        with open(path, "wb") as file:  # noqa: PTH123
            return bool(file.write(b"x"))
    except OSError:
        return False


def changes_modes(at: Targets) -> bool:
    """Whether it can change the permissions of a file that is none of its business."""
    os.chmod(at["file"], 0o640)  # noqa: PTH101
    return True


def fills_disk(at: Targets) -> bool:
    """Whether it can write more than it should have room for, anywhere."""
    return any(_fills(folder, at["scratch"]) for folder in _places(at))


def _places(at: Targets) -> tuple[str, ...]:
    return (at["folder"], "/tmp", "/var/tmp", "/dev/shm", "/dev", "/", os.getcwd())  # noqa: PTH109


def _fills(folder: str, room: int) -> bool:
    paths = [f"{folder}/probe-{os.getpid()}-{number}" for number in range(2)]
    try:
        for path in paths:
            with open(path, "wb") as file:  # noqa: PTH123
                for _ in range(0, room + _MIB, _MIB):
                    file.write(bytes(_MIB))
    except OSError:
        return False
    finally:
        for path in paths:
            with contextlib.suppress(OSError):
                os.unlink(path)  # noqa: PTH108
    return True


def connects_tcp(at: Targets) -> bool:
    """Whether it reaches a server of this machine."""
    with socket.create_connection(("127.0.0.1", at["tcp"]), _PATIENCE):
        return True


def sends_udp(at: Targets) -> bool:
    """Sends a datagram; whether it has arrived is known only to who awaits it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", at["udp"]))
    return False


def connects_unix(at: Targets) -> bool:
    """Whether it reaches a socket that is a file."""
    return _connects(at["socket"])


def connects_abstract(at: Targets) -> bool:
    """Whether it reaches a socket that is no file."""
    return _connects(f"\0{at['abstract']}")


def _connects(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.settimeout(_PATIENCE)
        one.connect(address)
        return True


def sees_processes(at: Targets) -> bool:
    """Whether it can read about a process outside."""
    return _start_time(at["process"]) == at["started"]


def signals(at: Targets) -> bool:
    """Whether it may send a signal to a process outside, not to one of its own that has the same
    number."""
    os.kill(at["process"], 0)
    return _start_time(at["process"]) in ("", at["started"])


def _start_time(process: int) -> str:
    """Return when a process has started, in clock ticks; empty if there is no such process."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def steers_terminal(at: Targets) -> bool:
    """Whether it has a terminal to type into."""
    with open("/dev/tty", "wb", buffering=0):  # noqa: PTH123
        return True


def allocates(at: Targets) -> bool:
    """Whether it gets more memory than the limit."""
    with mmap.mmap(-1, at["memory"] + _MANY * _MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS):
        return True


def forks(at: Targets) -> bool:
    """Whether it gets more processes than the limit."""
    children: list[int] = []
    try:
        while len(children) < at["processes"] + _MANY:
            child = os.fork()
            if not child:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if len(children) < at["processes"] // 2:
        raise OSError("it can hardly start a process")
    return len(children) >= at["processes"] + _MANY


def nests(at: Targets) -> bool:
    """Whether it can make a user name space, in which it would be root."""
    child = os.fork()
    if not child:
        os._exit(0 if ctypes.CDLL(None).unshare(_NEW_USER) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


def listens(at: Targets) -> bool:
    """Whether others can connect to it."""
    with socket.socket() as listener:
        listener.listen()
        return True


def leaves_memory(at: Targets) -> bool:
    """Whether it can make shared memory that stays, which it removes."""
    libc = ctypes.CDLL(None)
    segment = libc.shmget(0, 4096, 0o1600)
    return segment >= 0 and libc.shmctl(segment, 0, None) == 0


def uses_keys(at: Targets) -> bool:
    """Whether it can keep a key in the kernel."""
    number = {"x86_64": 248, "aarch64": 217}[os.uname().machine]
    return ctypes.CDLL(None).syscall(number, b"user", b"escapes", b"x", 1, -2) > 0


def constrains(at: Targets) -> bool:
    """Whether it may set a limit of a process outside, to what it is."""
    limits = resource.prlimit(at["process"], resource.RLIMIT_CORE)
    resource.prlimit(at["process"], resource.RLIMIT_CORE, limits)
    return _start_time(at["process"]) in ("", at["started"])


def reaches_kernel(at: Targets) -> bool:
    """Whether it can watch files."""
    return ctypes.CDLL(None).inotify_init1(0) >= 0


def hoards(at: Targets) -> bool:
    """Whether it can make a file that has no name."""
    os.close(os.memfd_create("hoard"))
    return True


def is_spared(at: Targets) -> bool:
    """Whether it can have the kernel end other programs first."""
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write("0")
    return True


def leave_behind() -> None:
    """A process that leaves session and parent, and lives on with the output in its hands."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)


ATTEMPTS: Final[dict[str, Callable[[Targets], bool]]] = {
    "READS_FILES": reads_files,
    "READS_CHECKER": reads_checker,
    "WRITES_FILES": writes_outside,
    "CHANGES_MODES": changes_modes,
    "FILLS_DISK": fills_disk,
    "CONNECTS_TCP": connects_tcp,
    "SENDS_UDP": sends_udp,
    "CONNECTS_UNIX": connects_unix,
    "CONNECTS_ABSTRACT": connects_abstract,
    "SEES_PROCESSES": sees_processes,
    "SIGNALS": signals,
    "STEERS_TERMINAL": steers_terminal,
    "ALLOCATES": allocates,
    "FORKS": forks,
    "NESTS": nests,
    "LISTENS": listens,
    "LEAVES_MEMORY": leaves_memory,
    "USES_KEYS": uses_keys,
    "CONSTRAINS": constrains,
    "REACHES_KERNEL": reaches_kernel,
    "HOARDS": hoards,
    "IS_SPARED": is_spared,
}
"""What is tried, by the name of the escape; OUTLIVES is for who waits for the end of the output."""


def works(attempt: Callable[[Targets], bool], at: Targets) -> bool:
    """Whether an attempt works; it does not if the system refuses it."""
    try:
        return attempt(at)
    except (OSError, MemoryError, ValueError):
        return False


def main() -> None:
    """Try everything, say what worked, and leave a process behind."""
    at: Targets = json.loads(sys.argv[1])
    worked = [name for name, attempt in ATTEMPTS.items() if works(attempt, at)]
    print(json.dumps(worked), flush=True)
    leave_behind()


# -- what runs the program -------------------------------------------------------------------------

PATIENCE: Final = 60.0
"""Seconds that the program may take."""

_LAST_BREATH: Final = 1.0
"""Seconds that a process which the program leaves behind may live on."""

PROCESSES: Final = 16
"""A small limit, which is soon reached."""


def escapes_from(backend: Backend) -> frozenset[Escape]:
    """Run the program in a backend. Return the escapes that worked."""
    from modcheck.sandbox.backend import Escape
    from modcheck.sandbox.limits import Limits
    from modcheck.sandbox.view import environment, view

    limits = Limits(memory=128 * _MIB, processes=PROCESSES, file=8 * _MIB, scratch=2 * _MIB)
    with _outside(limits.processes, limits.memory, limits.scratch) as (program, at, listening):
        own = os.path.dirname(program)  # noqa: PTH120
        seen = view([sys.executable, "-I", "-S", program, json.dumps(at)], own)
        launch = backend.launch(seen, environment(seen.readable, limits), limits)
        process = launch.start()
        assert process.stdout is not None
        try:
            line = _line(process.stdout.fileno(), PATIENCE)
            process.wait(PATIENCE)
            outlives = not select.select([process.stdout], [], [], _LAST_BREATH)[0]
        finally:
            launch.end(process)
        worked = {Escape[name] for name in json.loads(line)}
        ready = select.select(list(listening.values()), [], [], 0)[0]
        worked |= {Escape[name] for name, listener in listening.items() if listener in ready}
        if os.listdir(at["folder"]):  # noqa: PTH208
            worked.add(Escape.WRITES_FILES)
    return frozenset(worked | ({Escape.OUTLIVES} if outlives else set()))


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


@contextlib.contextmanager
def _outside(
    processes: int, memory: int, scratch: int
) -> Iterator[tuple[str, Targets, dict[str, socket.socket]]]:
    """Yield the path of the program, what there is outside to reach for, and the listeners
    there."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from modcheck.sandbox import own_files

    with TemporaryDirectory(prefix="escapes-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # so that the sandbox denies access, not the owner
        (folder / "file").write_text("x", encoding="ascii")
        for inner, mode in (("open", 0o777), ("own", 0o755)):
            (folder / inner).mkdir()
            (folder / inner).chmod(mode)
        program = shutil.copy(__file__, folder / "own" / "escapes.py")
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        named = stack.enter_context(_listener(str(folder / "socket")))
        (folder / "socket").chmod(0o777)
        abstract = stack.enter_context(_listener(f"\0{folder.name}"))
        at = Targets(
            file=str(folder / "file"),
            checker=own_files.__file__,
            folder=str(folder / "open"),
            tcp=tcp.getsockname()[1],
            udp=udp.getsockname()[1],
            socket=str(folder / "socket"),
            abstract=folder.name,
            process=os.getpid(),
            started=_start_time(os.getpid()),
            processes=processes,
            memory=memory,
            scratch=scratch,
        )
        listening = {
            "CONNECTS_TCP": tcp,
            "SENDS_UDP": udp,
            "CONNECTS_UNIX": named,
            "CONNECTS_ABSTRACT": abstract,
        }
        yield str(program), at, listening


def _listener(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(address)
    listener.listen()
    return listener


if __name__ == "__main__":
    main()
