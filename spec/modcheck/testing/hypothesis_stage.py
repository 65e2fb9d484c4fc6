"""The phase of a check in which Hypothesis chooses the calls.

Whatever deviates, it hands over as a script, which is then played, pinned and diagnosed like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hypothesis import HealthCheck, Verbosity, seed, settings
from hypothesis import Phase as RunPhase
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing.repeatable import repeatable
from modcheck.testing.runner import Runner, Stage
from modcheck.testing.state_machine import MismatchFound, Run, state_machine_for
from modcheck.testing.trace import Trace

NAME: Final = "hypothesis"

SHORTENING: Final = 100_000
"""Once something deviates, so many calls more are made to look for a smaller run. Counted, not timed, so that a verdict
is the same on a slow machine."""


def hypothesis_stage(runs: int, start: int) -> Stage:
    """A phase of so many runs, each on a fresh implementation; ``start`` decides what is chosen in them.

    It yields the calls of one run, the smallest that was found of those that deviate, or nothing.
    """
    return Stage(NAME, driven=lambda examiner: _Search(examiner, runs).found(start), scripts=runs)


class _Enough(BaseException):
    """Ends a search. Hypothesis would take an Exception for a finding."""


class _Search:
    """A search for a run that deviates."""

    def __init__(self, examiner: Runner, runs: int) -> None:
        self._examiner = examiner
        self._runs = runs
        self._begun = 0
        self._left = SHORTENING
        self._smallest: Trace | None = None
        self._broken_down = False
        self._lost: ImplementationError | None = None

    def found(self, start: int) -> Iterator[Trace]:
        """The smallest script of those that deviate, if any does."""
        playwright = self._examiner.generator
        machine = state_machine_for(
            playwright.machine.module, lambda: playwright, self._made, self._ended
        )
        chosen = settings(
            machine.TestCase.settings,
            max_examples=self._runs,
            derandomize=False,  # it is, by the seed
            database=None,
            deadline=None,
            phases=[RunPhase.generate, RunPhase.shrink],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
        )
        try:
            with repeatable():
                run_state_machine_as_test(seed(start)(machine), settings=chosen)
        except (_Enough, MismatchFound, Flaky):
            pass  # it was told when the run ended; what is flaky, and deviates only at times, deviates
        if self._smallest is not None:
            yield self._smallest
        elif self._lost is not None:
            raise self._lost

    def _made(self) -> Implementation:
        """An implementation for the next run."""
        if self._left < 0 or self._broken_down:
            raise _Enough
        self._begun += 1
        try:
            return self._examiner.another_implementation(
                NAME, min(self._begun, self._runs), self._runs
            )
        except ImplementationError as error:
            self._lost = error
            raise _Enough from error

    def _ended(self, run: Run) -> None:
        """Learn from a run."""
        if self._smallest is not None:
            self._left -= len(run.trace)
        if run.mismatch is None:
            if self._smallest is None:
                self._examiner.count_trace(run.trace)
            return
        # what takes until its time is over, or ends the program, is not asked a hundred times
        self._broken_down = run.mismatch.got.fault is not None
        if self._smallest is None or len(run.trace) < len(self._smallest):
            self._smallest = run.trace
