"""A second process, which computes on another processor what this one will need.

It is a copy of this process, so it knows all that this one does; it tells its results, and ends.
Where no copy can be made, or where it fails, this process computes the same when it is needed. So
tasks may share nothing but what is only remembered: no result depends on what was computed before.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from types import TracebackType
from typing import IO, Any, Final, NoReturn, TypeAlias, TypeVar

from modcheck.sandbox.processes import threads_of
from modcheck.system.child import widen

K = TypeVar("K")
V = TypeVar("V")

Tasks: TypeAlias = Mapping[str, Callable[[], Iterable[Any]]]
"""What is to be computed, by name, in order: each yields one result after the other."""

_is_copy = False
"""Whether this process is a copy."""

_FIRST_OF_ITS_OWN: Final = 3
"""The descriptors from this one on are of programs, and of files."""


class SecondProcess:
    """Computes results, in a copy of this process if it may."""

    def __init__(self, tasks: Tasks, *, may_copy: bool) -> None:
        """Begin with the first task at once if it ``may_copy``. The results have to be plain."""
        self._tasks = tasks
        self._told: dict[str, deque[Sequence[Any]]] = {name: deque() for name in tasks}
        """What the copy sent about each task: a result in each message, none in the last one."""
        self._copy: int | None = None
        if tasks and may_copy and can_copy():
            self._begin()

    def results(self, name: str) -> Iterator[Any]:
        """Yield the results of a task, once: as they come, or computed now."""
        told, number = self._told[name], 0
        while told or self._has_message():
            if told:
                some = told.popleft()
                if not some:
                    return
                number += 1
                yield from some
        yield from islice(self._tasks[name](), number, None)

    def close(self) -> None:
        """End the copy."""
        if self._copy is not None:
            self._results.close()
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._copy, signal.SIGKILL)
            os.waitpid(self._copy, 0)
            self._copy = None

    def __enter__(self) -> SecondProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self) -> None:
        reading, writing = os.pipe()
        try:
            copy = os.fork()
        except OSError:  # there are too many processes, or too little memory
            os.close(reading)
            os.close(writing)
            return
        if copy == 0:
            _tell(self._tasks, writing)
        self._copy = copy
        os.close(writing)
        self._results: IO[bytes] = os.fdopen(reading, "rb")
        widen(self._results)  # the copy goes on though nothing is read

    def _has_message(self) -> bool:
        """Wait for a message of the copy, and keep it. One that fails sends no more."""
        if self._copy is None:
            return False
        try:
            name, some = pickle.load(self._results)
        except (pickle.UnpicklingError, EOFError):
            self.close()
            return False
        self._told[name].append(some)
        return True


def by_halves(
    compute: Callable[[Sequence[K]], dict[K, V]], keys: Sequence[K], *, may_copy: bool
) -> dict[K, V]:
    """Return what ``compute`` returns for every other key, and for the keys between.

    Each half is computed in a process of its own if it ``may_copy``.
    """
    other = {"other half": lambda: [compute(keys[1::2])]}
    with SecondProcess(other, may_copy=may_copy and len(keys) > 1) as second:
        found = compute(keys[::2])
        found |= next(second.results("other half"))
        return found


def can_copy() -> bool:
    """Whether this process can be copied, and the copy has a processor of its own.

    A thread would be missing in the copy, with whatever it holds. No copy makes another one.
    """
    if _is_copy or sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1:
        return False
    return len(threads_of(os.getpid())) == 1


def _tell(tasks: Tasks, descriptor: int) -> NoReturn:
    """Compute and write all results, and end. Nothing else of this process may be done twice."""
    global _is_copy  # it says which process this is
    _is_copy = True
    try:
        gc.disable()  # to look at all objects is to copy them
        _close_others(descriptor)
        with os.fdopen(descriptor, "wb") as stream:
            for name, task in tasks.items():
                for some in chain(([each] for each in task()), ([],)):
                    stream.write(pickle.dumps((name, some)))
                    stream.flush()
    finally:
        os._exit(0)


def _close_others(own: int) -> None:
    """Close the descriptors of programs: one whose input ends has to see that."""
    os.closerange(_FIRST_OF_ITS_OWN, own)
    os.closerange(own + 1, os.sysconf("SC_OPEN_MAX"))
