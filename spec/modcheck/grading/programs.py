"""Programs: how what a submission consists of is built and started, confined."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from modcheck.grading.build import BuildError, built
from modcheck.grading.recognise import Recipe, made
from modcheck.grading.task import CannotGrade
from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import serve
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.system.pipe import Pipe

PYTHON: Final = "py:"
"""How a command line begins that names a Python module or class; it runs as a program all the same."""

AUTO: Final = "auto"
"""The best rung that works."""


class Programs:
    """Starts the program of one submission, any number of times."""

    def __init__(
        self, recipe: Recipe, folder: Path, timeout: float, passed: Sequence[str], rung: str
    ) -> None:
        """The program is in a folder; ``timeout`` is in seconds a line, ``passed`` are variables that it is told.

        Raises :class:`.task.CannotGrade` where programs cannot be confined as asked; ``auto`` is as well as can be.
        """
        self._recipe, self._timeout = recipe, timeout
        try:
            self.sandbox = (
                Sandbox.best(folder, passed=passed)
                if rung == AUTO
                else Sandbox.named(rung, folder, passed=passed)
            )
        except SandboxError as error:
            raise CannotGrade(f"{error}; --unsafe runs programs unconfined") from error

    def build(self, target: Path, names: Sequence[str]) -> None:
        """Build it, in another folder, from where it is started then.

        One of the ``names`` is what is run if the recipe does not say. Raises :class:`.build.BuildError`.
        """
        if not self._recipe.build:
            return
        sandbox = self.sandbox
        if sandbox.rung.name == "landlock":
            raise CannotGrade(
                "programs can only be built where they may write, which takes bubblewrap: "
                "install it, or build what is handed in beforehand"
            )
        built(self._recipe.build, sandbox, target)
        run = self._recipe.run or made(target, names)
        if run is None:
            raise BuildError(
                f"{self._recipe.build} made no program called {', '.join(('run', *names))}: "
                "say what to run with --impl"
            )
        self._recipe = replace(self._recipe, run=run)
        rung, limits, passed = sandbox.rung, sandbox.limits, sandbox.passed
        self.sandbox = Sandbox(rung, str(target), limits, passed)

    def start(self) -> Implementation:
        """A fresh one. Raises :class:`ImplementationError`."""
        run = self._recipe.run
        command = run
        if run.startswith(PYTHON):
            command = shlex.join(serve.command(run.removeprefix(PYTHON)))
        try:
            pipe = Pipe(command, self._timeout, self.sandbox)
        except ImplementationError as error:
            raise ImplementationError(str(error).replace(command, run, 1)) from error
        pipe.name = run
        return pipe
