"""Stopwatches: how long something would have taken if no other program had wanted a processor.

A limit on the clock alone would be reached sooner on a busy machine, and the load would decide a
verdict. A limit on processor time alone would never end a program that sleeps.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from typing import Final

from modcheck.sandbox.processes import processor_time, waiting_time

BUSIEST: Final = 30
"""The seconds on the clock that count as one second at least, however busy the machine is. A few
others leave little to a program, which runs at a low priority."""

_uncounted = 0.0
"""The seconds for which processes waited that are no more, and those in which they were ended."""


@contextlib.contextmanager
def uncounted_end(process: int) -> Iterator[None]:
    """End a process meanwhile, with its descendants; no stopwatch of this process counts the time.

    A program is not to blame for how long it takes to end it.
    """
    global _uncounted
    waited, begin = waiting_time(process), time.monotonic()
    try:
        yield
    finally:
        _uncounted += waited + time.monotonic() - begin


class Stopwatch:
    """Counts from now on the seconds of a process, with all that it starts.

    These are the seconds on the clock, without those in which the process, or what it has started,
    waited for a processor. A process that keeps all processors busy by itself waits only for
    itself, so its processor time, shared among the processors, counts in any case. Where the system
    does not tell who waits, these are the seconds on the clock.
    """

    def __init__(self, process: int | None = None) -> None:
        """Watch a child; without one, watch this process."""
        self._process = os.getpid() if process is None else process
        self._is_own = process is None
        self._waited, self._used = self._waiting_time(), processor_time(self._process)
        self._begin = time.monotonic()  # to ask the system takes some milliseconds itself

    def seconds(self) -> float:
        """Return the seconds so far."""
        clock = time.monotonic() - self._begin
        alone = clock - (self._waiting_time() - self._waited)
        shared = (processor_time(self._process) - self._used) / (os.cpu_count() or 1)
        return min(clock, max(alone, shared, clock / BUSIEST))

    def is_over(self, limit: float) -> bool:
        """Whether at least so many seconds have passed."""
        return time.monotonic() - self._begin >= limit and self.seconds() >= limit

    def _waiting_time(self) -> float:
        return waiting_time(self._process) + (_uncounted if self._is_own else 0.0)
