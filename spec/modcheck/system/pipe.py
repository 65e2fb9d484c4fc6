"""Implementations in any language: a program that reads lines of calls and writes lines of replies.

What the program does wrong while it answers is a fault, and becomes a reply. Only a program that
cannot be started, or fails the handshake, cannot be judged. POSIX only, as :mod:`.child` is.
"""

from __future__ import annotations

import os
import shlex
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, Protocol

from modcheck.rest import Rest
from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.view import misses_a_file
from modcheck.system.ahead import PATIENCE, Ahead, Start
from modcheck.system.child import Child, Crash, start
from modcheck.system.implementation import (
    ImplementationError,
    NoProtocol,
    NotStarted,
    Reply,
)
from modcheck.system.protocol import (
    HANDSHAKE,
    LINE_BYTES,
    WELCOME,
    Greeting,
    ProtocolError,
    Refused,
    calls_line,
    greeting_in,
    handshake_line,
    replies_in,
    visible,
)
from modcheck.system.stopwatch import Stopwatch
from modspec.run.machine import Call

if TYPE_CHECKING:  # the module that probes backends is loaded only where a sandbox is wanted
    from modcheck.sandbox.sandbox import Sandbox

TIMEOUT: Final = 10.0
"""Seconds to answer a line, and a thousandth of that more for each call in it. A program that takes
long for a call gets shorter lines, so this is the time for a call."""

SINGLE_LINES: Final = 16
"""Lines of one call after a start: if one is not answered, it is known which call hangs."""

FIRST_CALLS: Final = 10
"""Calls in one line until it is known how long a call takes."""

MOST_CALLS: Final = 250
"""Calls in one line, if a program answers so many in half the time that it has."""

AHEAD: Final = 8
"""Lines that are sent before the first of them is answered: neither side waits for the other. For
traces that are prepared meanwhile it is one more with each line that is answered."""

MOST_AHEAD: Final = 256
"""The same at most."""

WAIT: Final = 1e-3
"""Seconds after which a line is one for which the checker waited."""

CALL_BYTES: Final = 1_024
"""Bytes of a line for each call that it answers."""

MOST_MISSING: Final = 100
"""Messages about missing files that are looked into."""

PAST_BYTES: Final = 32 * 1024 * 1024
"""Bytes of requests that are kept, to repeat them when the program crashes after them."""

AFTERWARDS: Final = Reply(fault="it broke down at an earlier call")
"""The reply to all calls after the one at which a program crashed."""


class _NoHandshake(Crash):
    """The program answers the handshake with something else, or not at all."""


class _NotStarted(Crash):
    """The system does not start the program, or there is none. The message names it."""


class _NotLoaded(Crash):
    """The Python module that is served cannot be imported. The message names it."""


class ExpectedTrace(Protocol):
    """Calls with the replies that are expected, as lines of the protocol."""

    @property
    def calls(self) -> list[Call]:
        """The calls."""

    def __len__(self) -> int:
        """Return the number of calls."""

    def request(self, number: int, first: int, last: int) -> bytes:
        """Return the line that makes the calls from ``first`` to before ``last``."""

    def is_expected(self, line: bytes, number: int, first: int, last: int) -> bool:
        """Whether a line is to the byte the reply that is expected to that request."""

    def replies(self, wrong: Mapping[int, Sequence[Reply]]) -> list[Reply]:
        """Return the expected replies, but for those given, by the number of the first of them."""


class _CallsAlone:
    """Calls without expected replies: all replies are read."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = [*calls]

    def __len__(self) -> int:
        return len(self.calls)

    def request(self, number: int, first: int, last: int) -> bytes:
        return calls_line(number, self.calls[first:last])

    def is_expected(self, line: bytes, number: int, first: int, last: int) -> bool:
        del line, number, first, last
        return False

    def replies(self, wrong: Mapping[int, Sequence[Reply]]) -> list[Reply]:
        return [*chain.from_iterable(wrong.values())]


class Pipe:
    """Answers calls with a program that speaks the protocol on standard input and output.

    The program is started at once, and again for the next calls after it has crashed.
    """

    def __init__(
        self,
        command: str,
        timeout: float = TIMEOUT,
        sandbox: Sandbox | None = None,
        start: Start = start,
        served: str = "",
    ) -> None:
        """Start the program of a command line, without a shell, and shake hands with it.

        ``timeout`` is in seconds. Without a ``sandbox`` nothing confines the program. ``start``
        starts it, and starts it again. ``served`` is what the command serves, if it is a Python
        module or class: its name. Raises :class:`ImplementationError` if the program cannot be
        started or fails the handshake.
        """
        self.name = served or visible(command)
        self._is_served = bool(served)
        self._timeout = timeout
        self._sandbox = sandbox
        self._start_child = start
        self._command = self._split(command)
        self._program: Child | None = None
        self._number = 0
        self._calls_in_a_line = FIRST_CALLS
        self.begins_afresh = False
        """Whether the program begins as a new process would when it is greeted again."""
        self._sent: deque[float] = deque()
        """When each of the lines was sent to which no reply has come."""
        self._earlier_end = 0.0
        """When a line came last for which the checker waited: the program began with the next one
        only then. When one came that was ready before is not known."""
        self._awaited = 0
        """The number of calls in the line whose reply is awaited, or came last."""
        self._past: list[tuple[bytes, int]] = []
        self._past_bytes = 0
        self._missing: dict[str, str] = {}
        try:
            greeting = self._start()
            self.routines, self.conventions = greeting.routines, greeting.conventions
            self.shows_arguments = greeting.shows_arguments
            self.makes_yielded = greeting.makes_yielded
            self.shows_earlier = greeting.shows_earlier
        except _NotStarted as error:
            raise NotStarted(str(error)) from error
        except _NotLoaded as error:
            raise ImplementationError(str(error)) from error
        except _NoHandshake as error:
            raise NoProtocol(f"{self.name}: {error}") from error
        except Crash as crash:
            raise ImplementationError(f"{self.name}: {crash}") from crash

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call, in the same order.

        The first call must be an initialiser. When the program crashes, the calls are made again,
        one per line, to find the one that crashes it; if none does, they are made once more after
        all earlier calls. Each attempt ends at the first timeout.
        """
        before = len(self._past)
        replies: list[Reply] = []
        try:
            for some in self._exchange(calls):
                replies += some
        except Crash as crash:
            return self._after_crash(calls, replies, crash, self._past[:before])
        return replies

    def unexpected_replies(self, traces: Iterable[ExpectedTrace]) -> Iterator[list[Reply] | None]:
        """Yield for each trace the program's replies; None if they are to the byte as expected.

        A line that is as expected is not even read as JSON. The next trace follows in the same
        process after an unexpected reply, and in a new one after a crash. Traces are taken, and
        sent, while the program answers earlier ones.
        """
        rest, has_crashed = Rest(traces), True
        while has_crashed:
            has_crashed = yield from self._replay(rest)

    def answer_each(self, games: Iterable[Sequence[Call]]) -> Iterator[list[Reply]]:
        """Yield the replies to each sequence of calls, as :meth:`answer` returns them.

        Sequences are taken, and sent, while the program answers earlier ones.
        """
        for replies in self.unexpected_replies(map(_CallsAlone, games)):
            yield replies or []

    def close(self) -> None:
        """End the program: close its input, and soon after kill it.

        If it can begin afresh, it is given back instead, to be greeted again.
        """
        program, start = self._program, self._start_child
        if program and isinstance(start, Ahead):
            self._program = None
            if self.begins_afresh and not self._sent:
                start.give_back(self._command, self._sandbox, program)
            else:
                start.let_end(self._sandbox, program)
        self._stop(PATIENCE)

    # -- one program after the other ---------------------------------------------------------------

    def _split(self, command: str) -> list[str]:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise NotStarted(
                f"{self.name}: {str(error).lower()}; quote it as for a shell"
            ) from error
        if not words:
            raise NotStarted("no program is named; give its command line, as in './student'")
        return words

    def _start(self) -> Greeting:
        """Start the program and shake hands. Return what it offers."""
        self._stop()
        try:
            self._program = self._start_child(self._command, self._sandbox)
        except SandboxError as error:
            raise Crash(str(error)) from error
        except (OSError, ValueError) as error:
            raise _NotStarted(start_error(self._command, error)) from error
        try:
            program = self._program
            if program.greeting is None:
                program.send(handshake_line())
                program.greeting = program.receive(self._timeout, LINE_BYTES)
            greeting = greeting_in(program.greeting)
            self.begins_afresh = greeting.begins_afresh
            return greeting
        except Refused as error:
            self._stop()
            if self._is_served:
                raise (_NotStarted if error.is_missing else _NotLoaded)(error.reason) from error
            raise Crash(f"it does not begin: {error.reason}") from error
        except (Crash, ProtocolError) as error:
            missing, says_why = self._missing_file(str(error)), self._has_failed()
            self._stop()
            if missing:
                raise Crash(f"{error}{missing}") from error
            due = f"; it should answer {HANDSHAKE} with {WELCOME} and flush its output"
            raise _NoHandshake(f"{error}{'' if says_why else due}") from error

    def _has_failed(self) -> bool:
        """Whether the program has ended with an error that it printed."""
        program = self._program
        return program is not None and bool(program.process.poll() and program.errors.strip())

    def _missing_file(self, text: str) -> str:
        """Return that a file which the program does not find is not shown by the sandbox, or
        nothing."""
        if self._sandbox is None:
            return ""
        errors = self._program.errors.decode("utf-8", "replace") if self._program else ""
        try:
            return visible(self._sandbox.explanation(f"{text}\n{errors}", self._command))
        except (OSError, SandboxError):  # the program itself has gone meanwhile
            return ""

    def _stop(self, patience: float = 0.0) -> None:
        if self._program is not None:
            self._program.end(patience)
        self._program = None
        self._number = 0
        self._sent.clear()
        self._past, self._past_bytes = [], 0

    def _running(self) -> Child:
        if self._program is None:
            self._start()
        assert self._program is not None
        return self._program

    # -- lines -------------------------------------------------------------------------------------

    def _exchange(self, calls: Sequence[Call]) -> Iterator[list[Reply]]:
        """Yield the replies line by line. A line is on its way while the one before is answered."""
        waiting: deque[tuple[int, int]] = deque()
        first = 0
        while first < len(calls):
            some = calls[first : first + self._line_size]
            waiting.append(self._send_calls(some))
            first += len(some)
            if len(waiting) >= AHEAD:
                yield self._receive(*waiting.popleft())
        while waiting:
            yield self._receive(*waiting.popleft())

    @property
    def _line_size(self) -> int:
        """The number of calls in the next line."""
        return 1 if self._number < SINGLE_LINES else self._calls_in_a_line

    def _send_calls(self, calls: Sequence[Call]) -> tuple[int, int]:
        return self._send(lambda number: calls_line(number, calls), len(calls))

    def _send(self, line_of: Callable[[int], bytes], calls: int) -> tuple[int, int]:
        """Send a line of calls. Return its number, and the number of calls."""
        program = self._running()
        self._number += 1
        line = line_of(self._number)
        self._remember(line, calls)
        self._sent.append(time.monotonic())
        program.send(line)
        return self._number, calls

    def _receive(self, number: int, calls: int) -> list[Reply]:
        return self._replies(self._line(calls), number, calls)

    def _replies(self, line: bytes, number: int, calls: int) -> list[Reply]:
        """Return the replies in a line. The detail of an exception says why a file is not there."""
        replies = _replies(line, number, calls)
        if any(reply.detail and misses_a_file(reply.detail) for reply in replies):
            return [self._with_missing_file(reply) for reply in replies]
        return replies

    def _with_missing_file(self, reply: Reply) -> Reply:
        if not misses_a_file(reply.detail):
            return reply
        if reply.detail not in self._missing and len(self._missing) < MOST_MISSING:
            self._missing[reply.detail] = self._missing_file(reply.detail)
        return replace(reply, detail=reply.detail + self._missing.get(reply.detail, ""))

    def _line(self, calls: int) -> bytes:
        program = self._running()
        self._awaited = calls
        begin = time.monotonic()
        line = program.receive(self._allowance(calls), LINE_BYTES + calls * CALL_BYTES)
        end = time.monotonic()
        most = end - max(self._sent.popleft(), self._earlier_end)
        if end - begin > WAIT:
            self._earlier_end = end
        half = self._timeout / 2 * calls / max(most, 1e-6)
        self._calls_in_a_line = max(1, min(MOST_CALLS, int(half)))
        return line

    def _allowance(self, calls: int) -> float:
        """Return the seconds to answer a line with so many calls."""
        return self._timeout * (1 + calls / 1_000)

    # -- recorded traces ---------------------------------------------------------------------------

    def _replay(self, rest: Rest[ExpectedTrace]) -> Generator[list[Reply] | None, None, bool]:
        """As :meth:`unexpected_replies`, up to the first trace at which the program crashes.

        Return whether it has crashed.
        """
        sending = self._send_traces(rest)
        coming: deque[tuple[int, int]] = deque()
        ahead = AHEAD
        try:
            while True:
                if rest.first is None:
                    coming.extend(islice(sending, 1))
                trace = rest.first
                if trace is None:
                    return False
                before = len(self._past) - len(coming)
                unexpected: dict[int, list[Reply]] = {}
                first = 0
                try:
                    while first < len(trace):
                        coming.extend(islice(sending, max(0, ahead - len(coming))))
                        ahead = min(ahead + 1, MOST_AHEAD)
                        number, calls = coming.popleft()
                        line = self._line(calls)
                        if not trace.is_expected(line, number, first, first + calls):
                            unexpected[first] = self._replies(line, number, calls)
                        first += calls
                except Crash as crash:
                    coming.clear()
                    rest.note_done()
                    good = trace.replies(unexpected)[:first]
                    yield self._after_crash(trace.calls, good, crash, self._past[:before])
                    return True
                rest.note_done()
                yield trace.replies(unexpected) if unexpected else None
        finally:
            if coming:  # the caller does not wait for the rest
                self._stop()

    def _send_traces(self, traces: Iterable[ExpectedTrace]) -> Iterator[tuple[int, int]]:
        """Send the traces, a line at each step. Yield its number, and the number of calls."""
        for trace in traces:
            first = 0
            while first < len(trace):
                last = min(first + self._line_size, len(trace))
                line = partial(trace.request, first=first, last=last)
                yield self._send(line, last - first)
                first = last

    # -- where the program crashes -----------------------------------------------------------------

    def _remember(self, line: bytes, calls: int) -> None:
        self._past_bytes += len(line)
        if self._past_bytes <= PAST_BYTES:
            self._past.append((line, calls))
        else:
            self._past.clear()

    def _after_crash(
        self,
        calls: Sequence[Call],
        replies: list[Reply],
        crash: Crash,
        past: list[tuple[bytes, int]],
    ) -> list[Reply]:
        """Return the replies to all calls, when the program crashed after the given replies.

        One call that a fresh program did not answer in time is not made again: that takes as long.
        """
        missing = self._missing_file(str(crash))
        self._stop()
        if self._awaited == 1 and not past and Reply(fault=str(crash)).timed_out:
            return _with_fault(replies, f"{crash}{missing}", len(calls))
        found = self._locate(calls, past)
        why = f"{crash}{missing}; it answers when the calls are made one per line"
        return found or _with_fault(replies, why, len(calls))

    def _locate(self, calls: Sequence[Call], past: list[tuple[bytes, int]]) -> list[Reply] | None:
        """Return the replies to all calls, with the fault at one of them; None if no crash recurs.

        A new process gets the calls one per line. If it answers all, another one first gets all
        earlier requests.
        """
        replies = self._one_by_one(calls)
        if replies is None and past and self._repeat(past):
            replies = self._one_by_one(calls, "; in a new process it answers these calls")
        self._stop()
        return replies

    def _repeat(self, past: list[tuple[bytes, int]]) -> bool:
        """Start the program anew and repeat earlier requests. Return whether it answers them."""
        self._stop()
        try:
            program = self._running()
            for line, calls in past:
                self._sent.append(time.monotonic())
                program.send(line)
                self._line(calls)
        except Crash:
            return False
        self._number = len(past)
        return True

    def _one_by_one(self, calls: Sequence[Call], note: str = "") -> list[Reply] | None:
        """Return the replies to calls made one per line, with a fault; None if there is none."""
        most = 4 * self._allowance(len(calls))
        replies: list[Reply] = []
        try:
            watch = Stopwatch(self._running().process.pid)
            for call in calls:
                if watch.is_over(most):
                    raise Crash(f"it takes more than {most:.3g} s for {len(calls)} calls")
                replies += self._receive(*self._send_calls([call]))
        except Crash as crash:
            why = f"{crash}{self._missing_file(str(crash))}{note}"
            return _with_fault(replies, why, len(calls))
        return None


def _replies(line: bytes, number: int, calls: int) -> list[Reply]:
    try:
        return replies_in(line, number, calls)
    except ProtocolError as error:
        raise Crash(str(error)) from error


def _with_fault(replies: list[Reply], why: str, calls: int) -> list[Reply]:
    """Return good replies, then a fault, then the same reply for the rest of so many calls."""
    rest = calls - len(replies) - 1
    return [*replies, Reply(fault=why), *[AFTERWARDS] * rest]


def start_error(command: Sequence[str], error: Exception) -> str:
    """Return why the system does not start a program, and what would help."""
    program = visible(command[0])
    if isinstance(error, FileNotFoundError):
        return _not_found(command[0], program)
    # os.path, not Path, which raises where a path may not be looked at
    if isinstance(error, PermissionError) and os.path.isdir(command[0]):
        return f"{program} is a folder; give the path of a program"
    if isinstance(error, PermissionError):
        return f"{program} is not executable; try chmod +x {shlex.quote(program)}"
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return (
        f"{program} cannot be started ({reason}); give a program, or a script whose first line "
        "names its interpreter, as in #!/usr/bin/env python3"
    )


def _not_found(path: str, program: str) -> str:
    if not os.path.isfile(path):
        return f"there is no program {program}; give the path of one, or the name of one on PATH"
    if "/" in path:
        return f"the interpreter that the first line of {program} names is not there"
    return f"there is no program {program} on PATH; the one in this folder is ./{program}"
