"""Driver: tests of a program against its specification, in a test file of the program's author.

::

    DRIVER = Driver("stack.py", "node checked.mjs", Path(__file__).parent)

    def test_the_last_one_comes_first() -> None:
        DRIVER.check("push(1) push(0) top() pop() top()")

    TestStack = DRIVER.state_machine().TestCase

``modspec test`` writes such a file. It needs Hypothesis: ``pip install hypothesis``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from operator import methodcaller
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine

from modcheck.system.implementation import Implementation, ImplementationError, Reply
from modcheck.testing.argument_forms import argument_forms
from modcheck.testing.choices import follow
from modcheck.testing.mismatch import agrees
from modcheck.testing.output_forms import OutputForms, with_forms
from modcheck.testing.state_machine import MismatchFound, state_machine
from modcheck.testing.trace import Purpose, Trace
from modcheck.testing.trace_generator import TraceGenerator
from modlab.calls import read_calls, to_text
from modlab.commands.errors import Usage
from modlab.commands.implementations import PYTHON, implementation_source
from modlab.commands.options import JudgingOptions
from modlab.settings import Settings
from modlab.specification_course import SpecificationCourse
from modlab.transcript import calls_in
from modspec import SpecificationError
from modspec.run.machine import Call, Machine
from modspec.syntax.values import State

RUNS: Final = 30
"""Runs of the state machine; Hypothesis makes 100 by default, which takes a while."""

STEPS: Final = 30
"""Steps of a run."""

_ONE_LINE: Final = (MismatchFound, ImplementationError, SpecificationError, Usage)
"""Errors that say in one line what is wrong with the program, or with the test."""

__tracebackhide__ = methodcaller("errisinstance", _ONE_LINE)
"""Makes pytest show the line of the test, and no line of this file, for such an error."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _briefly(method: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a method whose errors of one line have no traceback from further below."""

    @wraps(method)
    def brief(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return method(*args, **kwargs)
        except _ONE_LINE as error:
            raise error.with_traceback(None) from None

    return brief


class Driver:
    """A program, and the specification that says what it has to reply."""

    @_briefly
    def __init__(
        self,
        spec: str,
        program: str,
        folder: Path,
        domains: Mapping[str, Sequence[Any]] | None = None,
        timeout: float = 10.0,
    ) -> None:
        """Find the specification and the program from a folder on.

        ``spec`` is a file or a dotted name; ``program`` is ``py:package.module:Class``, a command
        line that starts in the folder, or a source file, which is built. It is trusted: it runs
        unconfined. ``domains`` has values to try, by parameter. ``timeout`` is in seconds, for a
        call or a line of calls. Raises SpecificationError, Usage or ImplementationError, in one
        line, if there is no such specification or program.
        """
        course = SpecificationCourse(str(folder / spec) if spec.endswith(".py") else spec, domains)
        self.module = course.specification
        self._domains = course.domains()
        self._generator = TraceGenerator(Machine(self.module), self._domains)
        options = JudgingOptions(
            course, Settings(course), {}, {}, 0, 0, timeout, "none", unsafe=True
        )
        is_python = program.startswith(PYTHON)
        if is_python and str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        is_file = (folder / program).exists()
        routines = [function.name for function in self.module.access_programs]
        source = implementation_source(
            str(folder / program) if is_file else program,
            routines,
            options,
            folder=None if is_python or is_file else folder,
            specification=self.module.file,
            forms=argument_forms(self.module),
        )
        forms = OutputForms(self.module)
        self._start = _KeptProgram(lambda: with_forms(source.make(), forms)).start

    @_briefly
    def check(self, calls: str) -> None:
        """Make calls, and look at the state after each; the first one may be left out.

        They are written as ``push(3) top()``, or as the transcript that ``modspec run`` keeps.
        Raises :class:`MismatchFound`, an AssertionError, at
        the first wrong reply, and SpecificationError for what is no call.
        """
        texts = calls_in(calls)
        trace = self._trace([each for text in texts for each in read_calls(self.module, text)])
        implementation = self._start()
        try:
            asked = [(step.call, step.purpose) for step in trace]
            if self._generator.machine.makes_choices:
                trace, replies = follow(implementation, asked, self._generator)
            else:
                replies = implementation.answer([step.call for step in trace])
        finally:
            implementation.close()
        made: list[str] = []
        for step, reply in zip(trace, replies, strict=True):
            if not agrees(step.expected, reply):
                raise MismatchFound(step.call, step.expected, reply, " ".join(made))
            if step.purpose is not Purpose.OBSERVE:
                made.append(to_text(step.call))

    def state_machine(self, runs: int = RUNS, steps: int = STEPS) -> type[RuleBasedStateMachine]:
        """Return a Hypothesis state machine that drives the program in some runs.

        Give its ``TestCase`` to pytest, under a name that begins with ``Test``.
        """
        found = state_machine(self.module, self._start, self._domains, steps=steps)
        found.TestCase.settings = settings(
            found.TestCase.settings,
            max_examples=runs,
            report_multiple_bugs=False,
            phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],  # no tracing
        )
        return found

    def _trace(self, calls: list[Call]) -> Trace:
        """Return the calls, from the initialiser on, with the observations after each."""
        first = self.module.initializers[0]
        begins = calls and calls[0].routine in {each.name for each in self.module.initializers}
        if not begins and not first.parameters:
            calls = [Call(first.name, ()), *calls]
        trace: Trace = []
        state: State | None = None
        for call in calls:
            step = self._generator.step(state, call, Purpose.COMMAND)
            state = step.expected.state
            trace.append(step)
            trace += self._generator.observation(state) if state is not None else []
        return trace


class _KeptProgram:
    """A program that serves one run after the other, until one has brought it down."""

    def __init__(self, make: Callable[[], Implementation]) -> None:
        self._make = make
        self._running: Implementation | None = None

    @_briefly
    def start(self) -> Implementation:
        """Return the program, which runs already unless it is the first time or it broke down."""
        if self._running is None:
            self._running = self._make()
        self.name = self._running.name
        self.routines = self._running.routines
        self.conventions = self._running.conventions
        return self

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call."""
        assert self._running is not None
        replies = self._running.answer(calls)
        if any(reply.fault is not None for reply in replies):
            self._running.close()
            self._running = None
        return replies

    def close(self) -> None:
        """Let the program run on: the next run begins by the initialiser."""
