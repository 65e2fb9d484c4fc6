"""Schedules: hand out grading tasks, and bring back an answer for each.

A schedule knows nothing of submissions, nor of how they are judged. :func:`local` uses this
machine, :func:`.cluster.cluster` the workers of a dask cluster.
"""

from __future__ import annotations

import errno
import gc
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from modcheck.sandbox.sandbox import reads_what_is_closed
from modcheck.system.garbage import collect_seldom
from modcheck.system.pool import Pool, PoolError, PoolTask, TaskEnd, TaskOutcome, worker_folder

ATTEMPTS: Final = 2
"""How often a task is tried whose worker dies: the first time another program may be the reason."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
"""What the system reports where nothing can be written any more."""


class Aborted(Exception):
    """Nothing more can be judged until the cause is repaired. The message names it in one line."""


@dataclass(frozen=True)
class GradingTask:
    """A call of a function with two JSON arguments, and a folder that it may write to."""

    function: str
    """Where the function is: ``package.module:function``."""

    submission: Mapping[str, Any]
    settings: Mapping[str, Any]
    seconds: float
    """After so many seconds the worker is killed."""

    checker: str = ""
    """The :func:`fingerprint` of the program text that does the task."""

    packages: tuple[str, ...] = ()
    """The packages with that text."""

    outlived: str = ""
    """As :attr:`.pool.PoolTask.outlived`."""


@dataclass(frozen=True)
class TaskAnswer:
    """What came of a task: a result, or the reason why there is none."""

    result: dict[str, Any] | None = None
    lost: str = ""
    """Why the worker gave no result; empty if it did."""

    timed_out: bool = False
    abort: str = ""
    """Why no task at all can be done; empty if tasks can be done."""


Answered = tuple[GradingTask, TaskAnswer]


class Schedule(Protocol):
    """Does tasks in any order. Closing the iterator ends what is running."""

    def __call__(self, tasks: Iterable[GradingTask]) -> Generator[Answered, None, None]:
        """Yield each task once, with its answer. Raises :class:`Aborted`."""


def local(tasks: Iterable[GradingTask], jobs: int = 1) -> Generator[Answered, None, None]:
    """Do tasks on this machine, so many at a time, each in a worker process."""
    with grading_pool(jobs) as pool:
        yield from do_tasks(pool, tasks)


def grading_pool(jobs: int) -> Pool:
    """Return a pool for :func:`do_tasks`, with folders as closed as programs allow."""
    return Pool(jobs, folder_mode=0o700 if reads_what_is_closed() else 0o711)


def do_tasks(pool: Pool, tasks: Iterable[GradingTask]) -> Iterator[Answered]:
    """Do tasks in a pool. Yield each once, with its answer. Raises :class:`Aborted`."""
    waiting: dict[PoolTask, int] = {}
    coming = iter(tasks)

    def submit() -> None:
        """Take the next task, if there is one, only when it can be begun."""
        for task in islice(coming, 1):
            place = f"{__name__}:do_task"
            call = PoolTask(place, task, wall=task.seconds, outlived=task.outlived)
            waiting[call] = ATTEMPTS
            pool.submit(call)

    for _ in range(pool.jobs):
        submit()
    try:
        for call, message in pool.messages():
            if call not in waiting:
                continue
            waiting[call] -= 1
            answer = _answer(message)
            if (
                isinstance(message, TaskEnd)
                and message.outcome is TaskOutcome.DIED
                and waiting[call]
            ):
                pool.submit(call)
                continue
            del waiting[call]
            submit()
            yield call.argument, answer
    except PoolError as error:
        raise Aborted(str(error)) from error


def _answer(message: TaskAnswer | TaskEnd) -> TaskAnswer:
    match message:
        case TaskEnd(TaskOutcome.TIMED_OUT):
            return TaskAnswer(timed_out=True)
        case TaskEnd(TaskOutcome.DIED, fault):
            return TaskAnswer(lost=fault)
        case TaskEnd(_, fault):
            return TaskAnswer(lost=f"an error in the checker, {fault}")
    return message


def do_task(task: GradingTask) -> Iterator[TaskAnswer]:
    """Do a task in a worker of the pool. Yield one answer."""
    collect_seldom()
    module, _, name = task.function.partition(":")
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        yield TaskAnswer(
            abort=f"there is no {task.function} here ({type(error).__name__}: {error})"
        )
        return
    try:
        result = function(task.submission, task.settings, worker_folder())
    except Aborted as error:
        yield TaskAnswer(abort=str(error))
    except OSError as error:
        if error.errno not in FULL:
            raise
        parent = worker_folder().parent
        yield TaskAnswer(abort=f"nothing can be written to {parent}: {error.strerror}")
    else:
        yield TaskAnswer(result)
    gc.collect()
    gc.freeze()  # what is left serves the next task, and need not be looked at again


@cache
def fingerprint(packages: tuple[str, ...]) -> str:
    """Return the digest of all files of some packages: with other files, judging may differ."""
    total = sha256()
    for package in packages:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise ModuleNotFoundError(f"there is no package {package}", name=package)
        folder = Path(spec.submodule_search_locations[0])
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                text = file.read_bytes().replace(b"\r\n", b"\n")
                name = file.relative_to(folder).as_posix()
                total.update(f"{package}/{name} {len(text)}\n".encode() + text)
    return total.hexdigest()
