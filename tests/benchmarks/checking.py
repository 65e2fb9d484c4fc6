"""Checking: calls checked per second, by a bare Hypothesis state machine and by the checker.

A program behind a pipe works while the checker does, so this race is timed by the wall clock. The
program is written in C; without a C compiler it is the model in Python.
"""

from __future__ import annotations

import gc
import itertools
import shlex
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.race import Contender, Race
from modcheck.system import in_process, serve
from modcheck.system.garbage import collect_seldom
from modcheck.system.implementation import Implementation, Reply
from modcheck.system.pipe import Pipe
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.mismatch import agrees
from modcheck.testing.recorded import RecordedTrace, Recording, differences
from modcheck.testing.trace import Trace
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_mis.random_traces import random_traces
from othello_spec import module
from othello_suite.covering import recording
from othello_suite.domains import DOMAINS

if TYPE_CHECKING:
    from modspec.syntax.module import Module

CHECKED: Final = "calls checked"
HYPOTHESIS: Final = "Hypothesis, in process"
IN_PROCESS: Final = "live, in process"
LIVE: Final = "live, by pipe"
KERNEL: Final = "live kernel, by pipe"
RECORDED: Final = "recorded, by pipe"

MODEL: Final = "othello_model.othello_type:Othello"
"""The implementation in process, in Python."""

SOURCE: Final = Path(__file__).parents[1] / "programs" / "othello.c"
"""The program behind the pipe, where there is a C compiler."""

EXAMPLES: Final = 5
"""Runs of the state machine in a round."""

GAMES: Final = 64
"""Random games of the kernel in a round."""


class Checked(NamedTuple):
    """What a round came to."""

    calls: int
    wrong: int
    """How many replies, or scripts, were not as they should be."""


class TimedProgram:
    """The program behind the pipe, compiled if need be and started when it is asked for."""

    @cached_property
    def pipe(self) -> Pipe:
        """The running program."""
        command = shlex.join([str(self._binary)]) if self._binary else _model_command()
        pipe = Pipe(command)
        weakref.finalize(self, pipe.close)
        return pipe

    @property
    def note(self) -> str:
        """Which program it is, and why."""
        if self._binary:
            return f"the program is {SOURCE.name}, compiled"
        return "the program is the model in Python, since there is no C compiler"

    @cached_property
    def _binary(self) -> Path | None:
        compiler = shutil.which("cc")
        if compiler is None:
            return None
        folder = tempfile.TemporaryDirectory(prefix="othello-mis-bench-")
        weakref.finalize(self, folder.cleanup)
        path = Path(folder.name) / "othello"
        command = [compiler, "-std=c99", "-O2", "-o", str(path), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, check=False)
        return path if done.returncode == 0 else None


def _model_command() -> str:
    return shlex.join(serve.command(MODEL))


def calls_checked() -> Race:
    """Calls checked, of any module and any program."""
    specification = module("othello")
    routines = [function.name for function in specification.access_programs]
    program = TimedProgram()
    seeds = itertools.count(1)
    playwright = TraceGenerator(Machine(specification), DOMAINS)
    contenders = [
        _checker(IN_PROCESS, lambda: _live(in_process.load(MODEL, routines), playwright)),
        _checker(LIVE, lambda: _live(program.pipe, playwright)),
        _checker(KERNEL, lambda: _by_kernel(program.pipe, next(seeds))),
        _checker(RECORDED, lambda: _by_recording(program.pipe, recording())),
    ]
    if hypothesis := _hypothesis(specification, lambda: in_process.load(MODEL, routines)):
        contenders.insert(0, _contender(HYPOTHESIS, hypothesis))
    return Race(CHECKED, "calls", contenders, expected=[0], waits=True, note=program.note)


def _checker(name: str, run: Callable[[], Checked]) -> Contender:
    """A way to check that the command has, with the garbage collector as the command sets it."""

    def as_the_command_does() -> Checked:
        thresholds = gc.get_threshold()
        collect_seldom()
        try:
            return run()
        finally:
            gc.unfreeze()
            gc.set_threshold(*thresholds)

    return _contender(name, as_the_command_does)


def _contender(name: str, run: Callable[[], Checked]) -> Contender:
    return Contender(name, run, lambda checked: [checked.wrong], lambda checked: checked.calls)


# -- live ------------------------------------------------------------------------------------------


def _live(implementation: Implementation, playwright: TraceGenerator) -> Checked:
    """Check a random game with all queries in every state; the specification answers as well."""
    script = playwright.game(playwright.random_game(), EVERYTHING)
    replies = implementation.answer([step.call for step in script])
    return Checked(len(script), sum(_wrong(script, replies)))


def _wrong(script: Trace, replies: Iterable[Reply]) -> Iterator[bool]:
    for step, reply in zip(script, replies, strict=True):
        yield not agrees(step.expected, reply)


def _by_kernel(implementation: Implementation, seed: int) -> Checked:
    """Check random games; the kernel, which is proved equal to the specification, answers too."""
    scripts = random_traces(GAMES, seed)
    return Checked(sum(map(len, scripts)), _differing(implementation, scripts))


def _by_recording(implementation: Implementation, recording: Recording) -> Checked:
    """Compare the replies with those of the recorded covering suite."""
    return Checked(recording.calls, _differing(implementation, recording.traces))


def _differing(implementation: Implementation, scripts: Sequence[RecordedTrace]) -> int:
    return sum(found is not None for found in differences(implementation, scripts))


# -- Hypothesis ------------------------------------------------------------------------------------


class _Counted:
    """An implementation, and how often it has been called."""

    def __init__(self, implementation: Implementation, total: list[int]) -> None:
        self.implementation = implementation
        self.name, self.routines = implementation.name, implementation.routines
        self.conventions = implementation.conventions
        self.total = total

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        self.total[0] += len(calls)
        return self.implementation.answer(calls)

    def close(self) -> None:
        self.implementation.close()


def _hypothesis(
    specification: Module, make: Callable[[], Implementation]
) -> Callable[[], Checked] | None:
    """Return the runs of a plain state machine; None if Hypothesis is not installed."""
    try:
        from hypothesis import HealthCheck, Phase, settings
        from hypothesis.stateful import run_state_machine_as_test

        from modcheck.testing.state_machine import state_machine
    except ModuleNotFoundError:
        return None

    def run() -> Checked:
        total = [0]
        machine = state_machine(specification, lambda: _Counted(make(), total), DOMAINS)
        bare = settings(
            machine.TestCase.settings,
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(machine, settings=bare)  # raises if anything deviates
        return Checked(total[0], 0)

    return run
