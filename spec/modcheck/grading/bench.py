"""A bench: somewhere to do tasks, one at a time, from which nothing escapes.

It keeps a worker process, warm, and a folder for it; it ends the worker from outside when the time is up,
and starts another when it has died.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any, Final

from modcheck.grading.files import removed
from modcheck.grading.task import GradingTask, TaskAnswer
from modcheck.sandbox.sandbox import reads_what_is_closed

START: Final = 60.0
"""Seconds that a worker has to start."""

GRACE: Final = 3.0
"""Seconds that a worker has to end what it has started, before it is killed."""

ATTEMPTS: Final = 2
"""How often a task is tried whose worker dies: the first time it may have been somebody else's fault."""

_WORKER = [
    sys.executable,
    "-P",
    "-m",
    "modcheck.grading.worker",
]  # -P: nothing is imported from here


class _Ended(Exception):
    """The worker answers no more; the message says what became of it."""


class _Late(Exception):
    """The time is up."""


class WorkerSlot:
    """Does tasks. Not to be used by two threads at once, save that any may close it."""

    def __init__(self) -> None:
        self._worker: _Worker | None = None
        self._closed = threading.Event()

    def done(self, task: GradingTask) -> TaskAnswer:
        """What has come of a task, whatever happens to the worker."""
        lost = "it was interrupted"
        for _ in range(ATTEMPTS):
            try:
                self._worker = self._worker or _Worker()
            except (_Ended, _Late, OSError) as error:
                return TaskAnswer(halt=f"no worker can be started: {error}")
            if self._closed.is_set():  # while it started
                self._drop()
                break
            try:
                return self._worker.done(task)
            except _Late:
                self._drop()
                return TaskAnswer(late=True)
            except _Ended as ended:
                lost = str(ended)
                self._drop()
            if self._closed.is_set():
                break
        return TaskAnswer(lost=lost)

    def _drop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def close(self) -> None:
        """End the worker, in whatever it is at."""
        self._closed.set()
        worker = self._worker  # it may be dropped meanwhile
        if worker is not None:
            worker.end()


class _Worker:
    """A worker process, its folder, and the lines that go to it and come from it."""

    def __init__(self) -> None:
        with contextlib.ExitStack() as undone:
            self._room = Path(tempfile.mkdtemp(prefix="grading-"))
            undone.callback(removed, self._room)
            if not reads_what_is_closed():  # else it stays closed: it is students' work
                self._room.chmod(0o711)  # who knows the names in it gets to them
            self._errors: IO[bytes] = undone.enter_context(tempfile.TemporaryFile())
            self._process = subprocess.Popen(
                [*_WORKER, str(self._room)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd="/",
                bufsize=0,
                env={**os.environ, "PYTHONHASHSEED": "0"},  # sets in the same order, verdicts too
                start_new_session=True,  # an interrupt is for who waits for the answers
            )
            undone.callback(self.end)
            self._unread = bytearray()
            self._line(START)
            undone.pop_all()  # it runs; from now on end() undoes it

    def done(self, task: GradingTask) -> TaskAnswer:
        """The answer to a task. Raises :class:`_Ended` or :class:`_Late`."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(task.line())
        except OSError as error:
            raise _Ended(self._fate()) from error
        fields: dict[str, Any] = json.loads(self._line(task.seconds))
        return TaskAnswer(**fields)

    def _line(self, seconds: float) -> bytes:
        """The next line that it writes, within so many seconds."""
        assert self._process.stdout is not None
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise _Late(f"no answer within {seconds:g} s")
                if selector.select(left):
                    chunk = self._process.stdout.read(1 << 20)
                    if not chunk:
                        raise _Ended(self._fate())
                    self._unread += chunk
        line, _, rest = self._unread.partition(b"\n")
        self._unread = rest
        return bytes(line)

    def _fate(self) -> str:
        """How it ended, now that it has."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "the process that judged it fell silent"
        if code >= 0:
            return f"the process that judged it ended with exit status {code}{self._last_words()}"
        with contextlib.suppress(ValueError):
            return f"the process that judged it was killed by {signal.Signals(-code).name}"
        return f"the process that judged it was killed by signal {-code}"

    def _last_words(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            self._errors.seek(0)
            lines = self._errors.read().decode("utf-8", "replace").split("\n")
            said = [" ".join(line.split()) for line in lines if line.strip()]
            return f"; it said: {said[-1][:200]}" if said else ""
        return ""

    def end(self) -> None:
        """End it: first let it end what it has started."""
        self._process.terminate()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for stream in (self._process.stdin, self._errors):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        removed(self._room)
