"""A program that runs beside the checker, and the lines that go to it and come from it.

Nothing that the program does can make the checker wait for ever, take memory without end, or leave
a process behind: writing and reading take turns as the pipes allow, within a limit on time and on
bytes. POSIX only: it needs process groups, and pipes that can be waited for.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Final

from modcheck.sandbox.environment import JAVA_NOTE
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.watch import INTERVAL, resident
from modcheck.system.launch import launched
from modcheck.system.protocol import excerpt, visible

if TYPE_CHECKING:  # what tries rungs is loaded only by who wants one
    from modcheck.sandbox.sandbox import Sandbox

CHUNK: Final = 65_536
"""Bytes that are read at once."""

KEPT_ERRORS: Final = 2_048
"""Bytes of its standard error that are kept: the last ones."""

GRACE: Final = 1.0
"""Seconds that a program has to end after it has closed its output."""

_SIGNALLED: Final = 128
"""What is added to the number of the signal that ended a program, where an exit status tells it."""

_TELLING: Final = ("error", "exception", "panic", "terminate", "abort")


class Crash(Exception):
    """The program answers no more, or not as agreed; the message says how, and calls it *it*."""


class Program:
    """A running program, in a session of its own.

    It is ended when this object goes, and when the checker ends, at the latest. A process that
    leaves the session, as a daemon does, is found only in a sandbox. A sandbox also ends with the
    thread that it was started by, so that thread has to last as long as the program.
    """

    def __init__(self, command: Sequence[str], sandbox: Sandbox | None = None) -> None:
        """Start it, in a sandbox if one is given.

        Raises OSError or ValueError if the system cannot, SandboxError if it cannot be confined.
        """
        self._selector = selectors.DefaultSelector()
        self._launch = launched(command, sandbox)
        self._process = self._launch.start(stdin=subprocess.PIPE)
        self._ended = weakref.finalize(self, _end, self._launch, self._process, self._selector)
        self._limits = sandbox.limits if sandbox else None
        self._has_said = 0
        self._next_look = time.monotonic() + INTERVAL
        self._input = _stream(self._process.stdin)
        self._output = _stream(self._process.stdout)
        self._errors = _stream(self._process.stderr)
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._searched = 0
        self._said = b""
        self._open = {self._output, self._errors}

    # -- lines -------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line, without waiting for the program to read it."""
        self._unsent += line
        self._write()

    def receive(self, seconds: float, most: int) -> bytes:
        """The next line that it writes, without its end.

        Raises :class:`Crash` if there is none within so many seconds, if it is longer than so
        many bytes, or if none can come.
        """
        deadline = time.monotonic() + seconds
        self._has_said = 0
        while (line := self._line(most)) is None:
            if self._output not in self._open:
                raise Crash(self._departure())
            left = deadline - time.monotonic()
            if left <= 0:
                raise Crash(f"no answer within {seconds:.3g} s{self._rest()}{self._last_words()}")
            self._pump(min(left, INTERVAL))
            self._look()
        return line

    def _line(self, most: int) -> bytes | None:
        """The first whole line that has come, or None."""
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

    def _pump(self, seconds: float) -> None:
        """Write and read what the pipes allow; wait for that, at most so many seconds."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._input:
                self._write()
            elif key.fileobj is self._output:
                self._unread += self._read(self._output)
            else:
                self._hear(self._read(self._errors))

    def _hear(self, said: bytes) -> None:
        """Keep the last of what it writes to standard error."""
        self._said = (self._said + said)[-KEPT_ERRORS:]
        self._has_said += len(said)
        if self._limits and self._has_said > self._limits.errors:
            raise Crash(f"it wrote more than {self._limits.errors} bytes to standard error")

    def _look(self) -> None:
        """See that it does not take too much memory, if it is not long ago that one looked."""
        if self._limits and time.monotonic() > self._next_look:
            if resident(self._process.pid) > self._limits.total:
                raise Crash(f"it took more than {self._limits.total} bytes of memory")
            self._next_look = time.monotonic() + INTERVAL

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._input.fileno(), self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; what it says to that is found where it is read
            self._unsent.clear()
        listening = self._input in self._selector.get_map()
        if self._unsent and not listening:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif listening and not self._unsent:
            self._selector.unregister(self._input)

    def _read(self, stream: IO[bytes]) -> bytes:
        """What has come from a stream; it counts as closed once nothing more can come."""
        try:
            chunk = os.read(stream.fileno(), CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self._open.discard(stream)
            self._selector.unregister(stream)
        return chunk

    # -- its end -----------------------------------------------------------------------------------

    def end(self, patience: float = 0.0) -> None:
        """End it, and all that it has started; first let it end by itself for so many seconds."""
        if patience and self._ended.alive:
            self._selector.close()
            self._input.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        self._ended()

    def _departure(self) -> str:
        """How it ended, after its output did."""
        deadline = time.monotonic() + GRACE
        while self._errors in self._open and (left := deadline - time.monotonic()) > 0:
            self._pump(left)
        try:
            status = self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return f"it closed its output{self._rest()}{self._last_words()}"
        if self._launch.relays and _SIGNALLED < status <= _SIGNALLED + signal.NSIG:
            status = _SIGNALLED - status
        return f"{_ending(status)}{self._rest()}{self._last_words()}"

    def _rest(self) -> str:
        """What it wrote without ending the line, if it did."""
        return f", after {excerpt(self._unread)} without an end of line" if self._unread else ""

    def _last_words(self) -> str:
        """The line of its standard error that tells most, if it wrote there."""
        lines = [
            line
            for line in self._said.decode("utf-8", "replace").splitlines()
            if line.strip() and not line.startswith(JAVA_NOTE)
        ]
        plain = [line for line in lines if not line[0].isspace()] or lines
        telling = [
            line for line in plain if any(word in line.lower() for word in _TELLING)
        ] or plain
        return f"; on standard error: {visible(telling[-1].strip())}" if telling else ""


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # it is a pipe
    return stream


def _ending(status: int) -> str:
    if status >= 0:
        return f"it ended with exit status {status}"
    try:
        return f"it was killed by signal {-status} ({signal.Signals(-status).name})"
    except ValueError:
        return f"it was killed by signal {-status}"


def _end(
    launch: Launch, process: subprocess.Popen[bytes], selector: selectors.BaseSelector
) -> None:
    """End a program, and stop waiting for it."""
    selector.close()
    launch.end(process)
