"""A child process, and the lines that go to it and come from it.

Nothing that the child does can make the checker wait for ever, take memory without end, or leave
a process behind: writing and reading take turns as the pipes allow, within a limit on time and on
bytes. POSIX only: this needs process groups, and pipes that can be waited for.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Final

from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import MIB, Limits
from modcheck.sandbox.processes import resident_memory
from modcheck.sandbox.view import JAVA_NOTE
from modcheck.system.protocol import excerpt, visible
from modcheck.system.stopwatch import Stopwatch, uncounted_end

if TYPE_CHECKING:  # the module that probes backends is loaded only where a sandbox is wanted
    from modcheck.sandbox.sandbox import Sandbox

CHUNK: Final = 65_536
"""Bytes that are read at once."""

INTERVAL: Final = 0.25
"""Seconds between two looks at a child that does not answer: at its memory, which the system limits
only for each process alone, and at its time."""

_LOOKS: Final = 8
"""Looks at least before the time for a line is over."""

PIPE_BYTES: Final = 1 << 20
"""Bytes that a pipe holds, where the system allows it: the child goes on while the checker does
other work. The usual 64 KB are the replies to a few thousand calls."""

WRITTEN: Final = 1 << 13
"""Bytes that are written at once, if the child need not answer before."""

KEPT_ERRORS: Final = 20_000
"""Bytes of standard error that are kept: the last ones."""

GRACE: Final = 1.0
"""Seconds that a child has to end after it has closed its output."""

_SIGNALLED: Final = 128
"""Launchers report a program killed by a signal as the exit status 128 + signal."""

_TELLING: Final = ("error", "exception", "panic", "terminate", "abort")


class Crash(Exception):
    """The child answers no more, or breaks a limit. The message calls the child *it*."""


class Child:
    """A running process in a session of its own.

    The child is killed with its process group when this object is collected, and at the latest when
    the checker ends. A process that leaves the session, as a daemon does, is found only in a
    sandbox. A sandbox also ends with the thread that started it, so that thread has to live as long
    as the child.
    """

    def __init__(
        self, launch: Launch, limits: Limits | None = None, stdin: int = subprocess.PIPE
    ) -> None:
        """Start the child. ``stdin`` is as for :class:`subprocess.Popen`.

        ``limits`` bound the memory of the child together with all its descendants, and what the
        child writes to standard error. Raises OSError or ValueError if the system cannot start it.
        """
        self.launch = launch
        self.process = launch.start(stdin)
        self._selector = selectors.DefaultSelector()
        self._finalizer = weakref.finalize(self, _kill, launch, self.process, self._selector)
        self._limits = limits
        self._error_bytes = 0
        self._next_look = time.monotonic() + INTERVAL
        self._input = self.process.stdin
        self._output = _pipe(self.process.stdout)
        self._errors = _pipe(self.process.stderr)
        self._open = {self._output, self._errors}
        for stream in self._open:
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)
        widen(self._output)
        if self._input:
            os.set_blocking(self._input.fileno(), False)
            widen(self._input)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._searched = 0
        self.errors = b""
        """The last bytes that the child wrote to standard error."""
        self.greeting: bytes | None = None
        """What it answered to the handshake, once it has."""

    # -- lines -------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line, without waiting for the child to read it.

        Short lines wait for others, or until they are flushed or an answer is awaited: to write
        wakes the child up, which may take the processor from this process.
        """
        self._unsent += line
        if len(self._unsent) >= WRITTEN:
            self._write()

    def flush(self) -> None:
        """Send the lines that wait, as far as the pipe takes them."""
        if self._unsent:
            self._write()

    def receive(self, seconds: float, most: int) -> bytes:
        """Return the next line that the child writes, without its end.

        Raises :class:`Crash` if no line comes within so many seconds of a :class:`.Stopwatch`, if
        the line is longer than ``most`` bytes, or if none can come. The time counts from the first
        look, since most lines come before it.
        """
        self.flush()
        watch: Stopwatch | None = None
        look = min(seconds / _LOOKS, INTERVAL)
        first_look = time.monotonic() + look
        self._error_bytes = 0
        while (line := self._line(most)) is None:
            if self._output not in self._open:
                raise Crash(f"it {self.obituary()}")
            if watch is None and time.monotonic() >= first_look:
                watch = Stopwatch(self.process.pid)
            elif watch and watch.is_over(seconds):
                raise Crash(f"no answer within {seconds:.3g} s{self._rest()}{self._last_words()}")
            self.pump(look)
            self._check_memory()
        return line

    def read_all(self, most: int) -> bytes:
        """Return all that the child writes until its output and standard error end.

        Raises :class:`Crash` if that is more than ``most`` bytes.
        """
        while self._open:
            self.pump(INTERVAL)
            if len(self._unread) > most:
                raise Crash(f"it wrote more than {most // MIB} MB")
            self._check_memory()
        return bytes(self._unread)

    def _line(self, most: int) -> bytes | None:
        """Return the first whole line that has come, or None."""
        end = self._unread.find(b"\n", self._searched)
        if max(end, len(self._unread) if end < 0 else 0) > most:
            raise Crash(f"it wrote a line of more than {most} bytes: {excerpt(self._unread)}")
        if end < 0:
            self._searched = len(self._unread)
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        self._searched = 0
        return line

    # -- the pipes ---------------------------------------------------------------------------------

    def readable(self) -> list[int]:
        """Return the descriptors that :meth:`pump` reads, to wait for several children at once."""
        return [stream.fileno() for stream in self._open]

    def pump(self, seconds: float) -> None:
        """Write and read what the pipes allow. Wait at most so many seconds for that."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._output:
                self._unread += self._receive_chunk(self._output)
            else:
                self._keep_errors(self._receive_chunk(self._errors))

    def forget_errors(self) -> None:
        """Read standard error as far as it has come, and forget it."""
        while self._errors in self._open and self._keep_errors(self._receive_chunk(self._errors)):
            pass
        self.errors = b""

    def _keep_errors(self, chunk: bytes) -> int:
        """Keep the last of what the child wrote to standard error. Return how much came."""
        self.errors = (self.errors + chunk)[-KEPT_ERRORS:]
        self._error_bytes += len(chunk)
        if self._limits and self._error_bytes > self._limits.errors:
            raise Crash(f"it wrote more than {self._limits.errors} bytes to standard error")
        return len(chunk)

    def _check_memory(self) -> None:
        """Check, every now and then, that the child does not take too much memory."""
        if self._limits and time.monotonic() > self._next_look:
            if resident_memory(self.process.pid) > self._limits.total:
                raise Crash(f"it took more than {self._limits.total // MIB} MB of memory")
            self._next_look = time.monotonic() + INTERVAL

    def _write(self) -> None:
        stream = _pipe(self._input)
        try:
            del self._unsent[: os.write(stream.fileno(), self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # the child reads no more; why is found when its output is read
            self._unsent.clear()
        is_registered = stream in self._selector.get_map()
        if self._unsent and not is_registered:
            self._selector.register(stream, selectors.EVENT_WRITE)
        elif is_registered and not self._unsent:
            self._selector.unregister(stream)

    def _receive_chunk(self, stream: IO[bytes]) -> bytes:
        """Return what has come from a stream, which is closed once nothing more can come."""
        try:
            chunk = os.read(stream.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self._open.discard(stream)
            self._selector.unregister(stream)
        return chunk

    # -- the end -----------------------------------------------------------------------------------

    def end(self, patience: float = 0.0) -> None:
        """Close the child's input, wait so many seconds, then kill its process group."""
        if not self._finalizer.alive:
            return
        with uncounted_end(self.process.pid):
            if patience:
                self.leave()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(patience)
            self._finalizer()

    def leave(self) -> None:
        """Close the child's input, so that it ends by itself, and do not wait. Nothing is read."""
        self._selector.close()
        if self._input:
            self._input.close()

    def obituary(self) -> str:
        """Say how the child ended, after its output did: "was killed by signal 9 (SIGKILL)"."""
        deadline = time.monotonic() + GRACE
        while self._errors in self._open and (left := deadline - time.monotonic()) > 0:
            self.pump(left)
        try:
            status = self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return f"closed its output{self._rest()}{self._last_words()}"
        if self.launch.relays and _SIGNALLED < status <= _SIGNALLED + signal.NSIG:
            status = _SIGNALLED - status
        return f"{_ending(status)}{self._rest()}{self._last_words()}"

    def _rest(self) -> str:
        """Quote what the child wrote without ending the line."""
        return f", after {excerpt(self._unread)} without an end of line" if self._unread else ""

    def _last_words(self) -> str:
        """Quote the most telling line of standard error, if there is one."""
        lines = [
            line
            for line in self.errors.decode("utf-8", "replace").splitlines()
            if line.strip() and not line.startswith(JAVA_NOTE)
        ]
        plain = [line for line in lines if not line[0].isspace()] or lines
        telling = [
            line for line in plain if any(word in line.lower() for word in _TELLING)
        ] or plain
        return (
            f"; on standard error: {visible(telling[-1].strip() + _place(lines))}"
            if telling
            else ""
        )


def _place(lines: Sequence[str]) -> str:
    """Return the file and the line that a traceback of Python ends with; empty if there is none."""
    places = re.findall(r'^ *File "(?:[^"]*/)?([^"/]+)", (line \d+)', "\n".join(lines), re.M)
    return f" ({places[-1][0]}, {places[-1][1]})" if places else ""


def start(command: Sequence[str], sandbox: Sandbox | None = None) -> Child:
    """Start a program that is to be judged, in a sandbox if one is given.

    Raises OSError or ValueError if the system cannot start it, SandboxError if the sandbox cannot
    confine it.
    """
    if sandbox is None:
        return Child(Launch(list(command)))
    return Child(sandbox.launch(command), sandbox.limits)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # it is a pipe
    return stream


def widen(stream: IO[bytes]) -> None:
    """Let a pipe hold more, if the system can do that, and lets this user have so much."""
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _ending(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        return f"was killed by signal {-status} ({signal.Signals(-status).name})"
    except ValueError:
        return f"was killed by signal {-status}"


def _kill(
    launch: Launch, process: subprocess.Popen[bytes], selector: selectors.BaseSelector
) -> None:
    selector.close()
    launch.end(process)
