"""A pool of workers: tasks are done on several cores, and none takes the others down with it.

A worker that dies, or takes longer than a task may, is replaced; what it had said before stands.
"""

from __future__ import annotations

import heapq
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any

from othello_proofs.evidence.worker import End, Message, UnitTask, serve

_SPAWN = multiprocessing.get_context("spawn")  # a process that is forked shares locks of threads
_SEED = "PYTHONHASHSEED"

_ROOM = 250 * 10**6
"""A worker that took more bytes is replaced: what one rung keeps is not added to what another needs."""


class _Worker:
    """A worker, and the task that it is at."""

    def __init__(self) -> None:
        self.connection: Connection[UnitTask, Message]
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=serve, args=(theirs,), daemon=True)
        with _alike():
            self.process.start()
        theirs.close()
        self.task: UnitTask | None = None
        self.deadline = 0.0

    def begin(self, task: UnitTask) -> None:
        self.task, self.deadline = task, time.monotonic() + task.patience
        with suppress(OSError):  # it has died meanwhile, as will be noticed
            self.connection.send(task)

    def kill(self) -> None:
        """End it, and all that its tools have started."""
        assert self.process.pid is not None
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # it has gone, or is no group of its own yet
            self.process.kill()
        self.process.join()
        self.connection.close()

    def obituary(self) -> str:
        """How it ended, now that it has."""
        self.process.join(1)
        code = self.process.exitcode
        if code is None:
            return "its process closed the connection"
        if code >= 0:
            return f"its process ended with exit status {code}"
        with suppress(ValueError):
            return f"its process was killed by {signal.Signals(-code).name}"
        return f"its process was killed by signal {-code}"


class Pool:
    """Workers for tasks, those with the smallest priority first; end it by leaving its ``with``."""

    def __init__(self, jobs: int) -> None:
        """So many workers at a time; they start when there is something to do."""
        self.jobs = jobs
        self._queue: list[tuple[tuple[int, ...], int, UnitTask]] = []
        self._number = count()
        self._workers: list[_Worker] = []
        self._memory: dict[int, int] = {}

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        for worker in self._workers:
            worker.kill()

    @property
    def memory(self) -> int:
        """Bytes that the workers took together, each at its worst."""
        return sum(sorted(self._memory.values())[-self.jobs :])

    def put(self, task: UnitTask, *priority: int) -> None:
        """Have a task done, among those of the same priority in the order in which they were put."""
        heapq.heappush(self._queue, (priority, next(self._number), task))

    def messages(self) -> Iterator[tuple[UnitTask, Message]]:
        """What the workers say, until there is nothing left to do; the last of a task is its end.

        Further tasks may be put meanwhile.
        """
        while True:
            self._dispatch()
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            patience = min(worker.deadline for worker in busy) - time.monotonic()
            watched: list[Any] = [worker.connection for worker in busy]
            wait([*watched, *(w.process.sentinel for w in busy)], max(0.0, patience))
            for worker in busy:
                yield from self._heard(worker)

    def _dispatch(self) -> None:
        idle = [worker for worker in self._workers if worker.task is None]
        while self._queue and (idle or len(self._workers) < self.jobs):
            if not idle:
                idle.append(_Worker())
                self._workers += idle
            idle.pop().begin(heapq.heappop(self._queue)[-1])

    def _heard(self, worker: _Worker) -> Iterator[tuple[UnitTask, Message]]:
        """The next that a worker has to say, if anything, or why it is of no use any more."""
        task, alive = worker.task, worker.process.is_alive()
        assert task is not None
        if time.monotonic() >= worker.deadline:
            fault = f"no end within {task.patience:g} s"
        else:
            try:
                if worker.connection.poll():
                    yield task, self._received(worker)
                    return
                if alive:
                    return
            except (EOFError, OSError):
                pass
            fault = worker.obituary()
        self._workers.remove(worker)
        worker.kill()
        yield task, End(fault)

    def _received(self, worker: _Worker) -> Message:
        message: Message = worker.connection.recv()
        if isinstance(message, End):
            worker.task = None
            self._memory[worker.process.pid or 0] = message.memory
            if message.memory > _ROOM:
                self._workers.remove(worker)
                worker.kill()
        return message


@contextmanager
def _alike() -> Iterator[None]:
    """Have the processes that are started meanwhile hear of no interrupt, and hash strings alike.

    An interrupt is for who climbs the ladder, who ends them. And they go through sets of strings in the
    same order every time.
    """
    before = os.environ.get(_SEED)
    os.environ[_SEED] = "0"
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if before is None:
            del os.environ[_SEED]
        else:
            os.environ[_SEED] = before
