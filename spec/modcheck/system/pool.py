"""A pool of worker processes: tasks run on several cores, and no task takes another down with it.

    with Pool(jobs=4) as pool:
        pool.submit(PoolTask("package.module:function", argument, cpu=60, wall=600))
        for task, message in pool.messages():
            ...  # the last message of a task is a TaskEnd

A task calls a function with one argument. The function returns an iterable of messages, and each is
sent as soon as the iterable yields it. Argument and messages are pickled. The order of messages of
different tasks depends on timing. More tasks may be put while messages are read.

The kernel counts the processor time of a task, so that a busy machine turns no result. The limit on
the wall clock, which should be generous, ends a task that only sleeps. A worker that dies or breaks
a limit is killed with its process group and replaced; the messages it sent before stand. A worker
whose peak memory exceeds a bound is replaced after its task.

Workers are fresh interpreters, since a fork copies locks of threads, and ``PYTHONHASHSEED`` is 0.
They import from where the environment says, never from the current folder. The output of a task is
shown only if its worker dies. Each worker has a folder, :func:`worker_folder`, which is ``TMPDIR``
for the programs that it starts. A worker ends when its pool closes or the pool's process dies.
"""

from __future__ import annotations

import contextlib
import heapq
import math
import os
import pickle
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

from modcheck.sandbox.launch import Launch
from modcheck.system.child import Child

START: Final = 300.0
"""Seconds that a worker has to start."""

GRACE: Final = 3.0
"""Seconds that a worker has to end what it has started, before it is killed."""

_OUTLIVES: Final = 0.2
"""Seconds after the death of the pool's process for which a worker has to live to outlive it."""

_LOOK: Final = 1.0
"""Seconds after which a worker is looked at, even if it says nothing."""

_WORK: Final = "from modcheck.system.pool import work; work()"
_COMMAND: Final = (sys.executable, "-P", "-c", _WORK)  # -P: nothing is imported from here


@dataclass(frozen=True, eq=False)
class PoolTask:
    """A call of a function in a worker."""

    function: str
    """Where the function is: ``package.module:function``. It returns an iterable of messages."""

    argument: Any
    """What the function is called with."""

    cpu: float = math.inf
    """Seconds of processor time that the task may take; each program that it starts may take as
    many."""

    wall: float = math.inf
    """Seconds that the task may take in all."""

    outlived: str = ""
    """A file that the worker creates if the pool's process dies during the task and the worker does
    not: then it was not the task that ended both. Empty: none."""


class TaskOutcome(StrEnum):
    """How a task ended."""

    DONE = "done"
    RAISED = "raised"
    DIED = "died"
    TIMED_OUT = "timed out"


@dataclass(frozen=True)
class TaskEnd:
    """The last message of a task."""

    outcome: TaskOutcome = TaskOutcome.DONE
    fault: str = ""
    """Why the task did not come to its end, in one line; empty if it did."""

    memory: int = 0
    """Peak bytes of memory of the worker, its earlier tasks included; 0 if the worker died."""


class PoolError(Exception):
    """No worker can be started. The message says why in one line."""


class Pool:
    """Workers for tasks. Leave its ``with`` to end them."""

    def __init__(self, jobs: int, memory: float = math.inf, folder_mode: int = 0o700) -> None:
        """``jobs`` workers at a time; they start when there is something to do.

        A worker that took more than ``memory`` bytes is replaced after its task. ``folder_mode``
        are the permissions of each worker's folder.
        """
        self.jobs = jobs
        self._bound, self._folder_mode = memory, folder_mode
        self._queue: list[tuple[tuple[int, ...], int, PoolTask]] = []
        self._number = count()
        self._workers: list[_Worker] = []
        self._peaks: dict[int, int] = {}

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.connection.close()  # this tells all of them to end at the same time
        for worker in workers:
            worker.end()

    @property
    def memory(self) -> int:
        """Bytes that the workers took together, each at its peak."""
        return sum(sorted(self._peaks.values())[-self.jobs :])

    def submit(self, task: PoolTask, *priority: int) -> None:
        """Queue a task. The smallest priority goes first, and among equals the earliest."""
        heapq.heappush(self._queue, (priority, next(self._number), task))

    def messages(self) -> Iterator[tuple[PoolTask, Any]]:
        """Yield each message with its task, until nothing is left to do.

        Raises :class:`PoolError` if no worker can be started.
        """
        while True:
            self._dispatch()
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            left = min(worker.deadline for worker in busy) - time.monotonic()
            streams = [stream for worker in busy for stream in worker.child.readable()]
            connections = [worker.connection for worker in busy]
            wait([*connections, *streams], max(0.0, min(left, _LOOK)))
            for worker in busy:
                yield from self._news(worker)

    def _dispatch(self) -> None:
        """Give waiting tasks to idle workers, and start workers while there may be more."""
        idle = [worker for worker in self._workers if worker.task is None]
        while self._queue and (idle or len(self._workers) < self.jobs):
            if not idle:
                idle.append(_Worker(self._folder_mode))
                self._workers += idle
            idle.pop().give(heapq.heappop(self._queue)[-1])

    def _news(self, worker: _Worker) -> Iterator[tuple[PoolTask, Any]]:
        """Yield the next message of a worker, if there is one, or the reason why none will come."""
        task = worker.task
        assert task is not None
        worker.child.pump(0)
        has_ended = worker.child.process.poll() is not None  # before looking for messages
        try:
            if worker.connection.poll():
                message = worker.connection.recv()
                if isinstance(message, _Ready):
                    worker.begin()
                    return
                if isinstance(message, TaskEnd):
                    self._finish(worker, message)
                yield task, message
                return
        except (EOFError, OSError):
            has_ended = True
        if has_ended:
            end = worker.death()
        elif time.monotonic() >= worker.deadline:
            end = TaskEnd(TaskOutcome.TIMED_OUT, f"no end within {worker.allowance:g} s")
        else:
            return
        self._workers.remove(worker)
        worker.end()
        if not worker.is_ready:
            raise PoolError(f"no worker can be started: {end.fault}")
        yield task, end

    def _finish(self, worker: _Worker, end: TaskEnd) -> None:
        worker.task, worker.deadline = None, math.inf
        worker.child.forget_errors()
        self._peaks[worker.child.process.pid] = end.memory
        if end.memory > self._bound:
            self._workers.remove(worker)
            worker.end()


class _Ready:
    """What a worker sends when it has started."""


class _Worker:
    """A worker process, its folder, and the task that it is doing."""

    def __init__(self, folder_mode: int) -> None:
        self.connection, theirs = Pipe()
        self.task: PoolTask | None = None
        self.is_ready = False
        self.allowance = START
        self.deadline = time.monotonic() + START
        with contextlib.ExitStack() as undo:
            undo.callback(self.connection.close)
            self.folder = Path(tempfile.mkdtemp(prefix="worker-"))
            undo.callback(remove_folder, self.folder)
            self.folder.chmod(folder_mode)
            environment = {**os.environ, "PYTHONHASHSEED": "0"}
            try:
                with theirs:
                    launch = Launch((*_COMMAND, str(self.folder)), environment)
                    self.child = Child(launch, stdin=theirs.fileno())
            except OSError as error:
                raise PoolError(f"no worker can be started: {error}") from error
            undo.pop_all()

    def give(self, task: PoolTask) -> None:
        """Have a task done, as soon as the worker has started."""
        self.task = task
        if self.is_ready:
            self.begin()

    def begin(self) -> None:
        """Send the task to the worker. Its time starts now."""
        assert self.task is not None
        self.is_ready = True
        self.allowance = self.task.wall
        self.deadline = time.monotonic() + self.task.wall
        with contextlib.suppress(OSError):  # the worker has died meanwhile, as will be noticed
            self.connection.send(self.task)

    def death(self) -> TaskEnd:
        """Return why the worker answers no more."""
        task = self.task
        obituary = self.child.obituary()
        if task and self.child.process.returncode == -signal.SIGXCPU:
            return TaskEnd(
                TaskOutcome.TIMED_OUT, f"it used more than {task.cpu:g} s of processor time"
            )
        return TaskEnd(TaskOutcome.DIED, f"its process {obituary}")

    def end(self) -> None:
        """End the worker: first let it end what it has started."""
        self.connection.close()
        self.child.end(GRACE)
        remove_folder(self.folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder and all that is in it, as far as that is possible."""
    with contextlib.suppress(RecursionError):  # it is as deep as the program that filled it made it
        shutil.rmtree(folder, ignore_errors=True)


# -- in the worker ---------------------------------------------------------------------------------


def worker_folder() -> Path:
    """Return the folder of the worker that calls this, which only this worker writes to."""
    return _folder


_folder = Path()
_outlived = ""
"""The file of the task that is being done."""

_interrupted = ""
"""The file of the task that was being done when the connection to the pool ended."""


_said = threading.Event()
"""Whether it has been said that this process outlived the pool's, if it did."""


class _Ended(BaseException):
    """The worker is to end, as at any exit, so that programs it has started are ended too."""


def work() -> None:
    """Be a worker: do the tasks that come through standard input, a socket, until it is closed."""
    global _folder
    _folder, parent = Path(sys.argv[1]), os.getppid()
    try:
        with contextlib.suppress(_Ended):
            signal.signal(signal.SIGTERM, _raise_ended)
            try:
                _do_tasks(parent)
            finally:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing may interrupt what follows
    finally:
        remove_folder(_folder)
        if _interrupted:
            _said.wait(_LOOK)


def _say_that_it_outlived(parent: int) -> None:
    """Create the file of the task that was interrupted, if the pool's process has died."""
    if _interrupted:
        time.sleep(_OUTLIVES)  # who kills everything kills this process, too
        if os.getppid() != parent:  # not before: a dying process first closes its files
            with contextlib.suppress(OSError):
                Path(_interrupted).touch()
    _said.set()


def _do_tasks(parent: int) -> None:
    connection: Connection[Any, Any] = Connection(os.dup(0))
    with open(os.devnull, "rb") as nothing:  # a string, as os.devnull is one
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    tempfile.tempdir = tempfile.gettempdir()  # ours stay there: a socket's path must be short
    os.environ["TMPDIR"] = str(_folder)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_tasks, args=(connection, tasks, parent), daemon=True).start()
    _send(connection, _Ready())
    while True:
        _send(connection, _do(connection, tasks.get()))


def _do(connection: Connection[Any, Any], pickled: bytes) -> TaskEnd:
    """Do a task, and return how it ended."""
    global _outlived
    try:
        task: PoolTask = pickle.loads(pickled)  # it comes from who has started us
        _outlived = task.outlived
        module, _, name = task.function.partition(":")
        function = getattr(import_module(module), name)
        with _cpu_limit(task.cpu):
            for message in function(task.argument):
                _send(connection, message)
    except _Ended:
        raise
    except BaseException as error:  # noqa: BLE001  # any exception is reported
        return TaskEnd(TaskOutcome.RAISED, _error_line(error), peak_memory())
    finally:
        _outlived = ""
        sys.stdout.flush()
        sys.stderr.flush()
    return TaskEnd(memory=peak_memory())


def _send(connection: Connection[Any, Any], message: object) -> None:
    """Send a message; if the pool is gone, end."""
    pickled = pickle.dumps(message)
    try:
        connection.send_bytes(pickled)
    except OSError as error:
        raise _Ended from error


def _read_tasks(connection: Connection[Any, Any], tasks: SimpleQueue[bytes], parent: int) -> None:
    """Pass on tasks. When the pool has gone, end this process, whatever it is doing."""
    global _interrupted
    with contextlib.suppress(EOFError, OSError):
        while True:
            tasks.put(connection.recv_bytes())
    _interrupted = _outlived
    os.kill(os.getpid(), signal.SIGTERM)
    _say_that_it_outlived(parent)
    time.sleep(GRACE)
    remove_folder(_folder)  # this process is still here: a finaliser, say, has lost the exception
    os._exit(1)


def _raise_ended(number: int, frame: object) -> None:
    del frame
    signal.signal(number, signal.SIG_IGN)
    raise _Ended


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """Have the kernel kill this process once it has used so many more seconds of processor time."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    if seconds == math.inf:
        yield
        return
    limit = math.ceil(time.process_time() + seconds)
    if before[1] != resource.RLIM_INFINITY:
        limit = min(limit, before[1])
    resource.setrlimit(resource.RLIMIT_CPU, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)


def _error_line(error: BaseException) -> str:
    """Describe an exception in one line, with the place where it was raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename[0] != "<"]
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text.removesuffix(": ") + place


def peak_memory() -> int:
    """Return the most bytes of memory that this process has taken so far."""
    try:  # the usage below also counts what the process was before it ran this program
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        fields: dict[str, str] = dict(line.split(":", 1) for line in status.splitlines())
        return int(fields["VmHWM"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
