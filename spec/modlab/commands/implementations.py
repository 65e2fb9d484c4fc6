"""Implementations, as ``--impl`` names them: in this process, in one of their own, or a program."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Final

from modcheck.grading.programs import Recipe
from modcheck.grading.source_texts import program_literals
from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import in_process, serve
from modcheck.system.ahead import Ahead
from modcheck.system.implementation import Implementation, ImplementationError, NoProtocol
from modcheck.system.last_lines import LastLines
from modcheck.system.pipe import Pipe
from modcheck.system.serve import Forms
from modcheck.testing.literals import NO_LITERALS, Literals
from modlab.commands.errors import Infrastructure, Usage
from modlab.commands.options import JudgingOptions
from modlab.commands.program_files import (
    ProgramFile,
    adapter_suggestion,
    class_suggestion,
    maker,
    module_suggestion,
    program_file,
    program_suggestion,
    protocol_suggestion,
    refuse_windows_shebang,
)
from modlab.course import Course, Parameters

PYTHON: Final = "py:"
"""How the name of a Python module or class begins."""


@dataclass(frozen=True)
class ImplementationSource:
    """Where implementations come from."""

    make: Callable[[], Implementation]
    """Starts a fresh one. Raises ImplementationError if it cannot be judged."""

    confinement: str
    """What keeps it from doing harm, in a few words."""

    printed: LastLines | None = None
    """What it prints, if it runs in this process."""

    started: str = ""
    """How a source file is started: a command line, or ``py:`` and a module; else empty."""

    literals: Literals = NO_LITERALS
    """The literals of the program's text, as far as its files are known."""


def implementation_source(
    implementation: str,
    routines: Sequence[str],
    options: JudgingOptions,
    isolate: bool = False,
    folder: Path | None = None,
    build: str = "",
    specification: Path | None = None,
    forms: Forms | None = None,
) -> ImplementationSource:
    """Return the source that ``--impl`` names.

    ``routines`` are those to look for in a Python module; ``folder`` is the program's own;
    ``build`` is a command line that builds the program. A folder's program is not the file of the
    ``specification``. Raises Usage if ``implementation`` names
    nothing, and Infrastructure if there is no sandbox.
    """
    timeout, names = options.timeout, options.course.programs
    program = program_file(
        implementation.strip(), names, routines, specification, is_built=bool(build)
    )
    if build and implementation.strip() and program is None:
        _python_place(implementation)  # it is well-formed
        command = Recipe(implementation.strip(), build)
        program, folder = ProgramFile((folder or Path()).resolve(), command), None
    elif build and program is not None:
        program = replace(program, recipe=replace(program.recipe, build=build))
    if program:
        if folder is not None:
            raise Usage(
                f"--folder is for command lines and py: modules; {implementation} is built and "
                "starts in its own folder"
            )
        passed, backend = tuple(options.environment), options.backend
        adapter = adapter_suggestion(implementation.strip(), options.course)
        other_class = class_suggestion(program, implementation.strip(), routines, options.course)
        start, confinement = maker(
            program, implementation, names, timeout, passed, backend, adapter, forms, other_class
        )
        run = program.recipe.run
        literals = program_literals(run, [program.folder])
        return ImplementationSource(
            start, _confinement(confinement), started=run, literals=literals
        )
    place = _python_place(implementation)
    folders = [folder or Path.cwd(), *(map(Path, sys.path) if place is not None else ())]
    literals = program_literals(implementation, folders)
    if place is not None and not isolate:
        printed = LastLines()

        def load() -> Implementation:
            try:
                names = serve.initialisers_in(forms)
                return in_process.load(place, routines, timeout, printed, names)
            except ImplementationError as error:
                raise type(error)(f"{error}{module_suggestion(place)}") from error

        confinement = "none: it runs in this process and is trusted"
        return ImplementationSource(load, confinement, printed, literals=literals)
    if place is None and isolate:
        raise Usage("--isolate is for py: implementations; a program has a process of its own")
    if place is None:
        refuse_windows_shebang(implementation)
    sandbox = _sandbox(options, folder or (Path.cwd() if place is not None else None))
    backend, ahead = sandbox.backend.name, Ahead()

    def advice(error: ImplementationError) -> str:
        if isinstance(error, NoProtocol):
            return protocol_suggestion(implementation, options.course)
        return program_suggestion(implementation)

    def make() -> Pipe:
        if place is None:
            try:
                return Pipe(implementation, timeout, sandbox, ahead)
            except ImplementationError as error:
                raise type(error)(f"{error}{advice(error)}") from error
        command = shlex.join(serve.command(place, forms))
        return Pipe(command, timeout, sandbox, ahead, served=implementation)

    return ImplementationSource(make, _confinement(backend), literals=literals)


def _confinement(backend: str) -> str:
    return "none, as --unsafe asks for" if backend == "none" else backend


def _python_place(implementation: str) -> str | None:
    """Return what follows ``py:``; None if the implementation is a command line."""
    if not implementation.startswith(PYTHON):
        return None
    place = implementation.removeprefix(PYTHON)
    module, colon, name = place.partition(":")
    is_named = not colon or (name and not {*name} & {*": \t"})  # a module may offer any name
    if not is_named or not all(part.isidentifier() for part in module.split(".")):
        raise Usage(f"{implementation!r} names no Python module; write py:package.module:Class")
    return place


def _sandbox(options: JudgingOptions, folder: Path | None) -> Sandbox:
    backend, variables = options.backend, tuple(options.environment)
    try:
        return Sandbox.with_backend(backend, folder, passed=variables)
    except SandboxError as error:
        raise Infrastructure(f"{error}; --unsafe runs the program unconfined") from error


@contextmanager
def environment(course: Course, parameters: Parameters, implementation: str) -> Iterator[None]:
    """Set the environment variables of a course's parameters, and reimport Python implementations.

    A module that was imported before may have computed something from other values. Afterwards all
    is as before.
    """
    values = {each.variable: str(parameters[each.name]) for each in course.parameters}
    before = {name: os.environ.get(name) for name in values}
    package = implementation.removeprefix(PYTHON).partition(":")[0].partition(".")[0]
    unusual = parameters != course.defaults
    imported = _modules_of(package) if implementation.startswith(PYTHON) and unusual else {}
    os.environ.update(values)
    for name in imported:
        del sys.modules[name]
    try:
        yield
    finally:
        if unusual:
            for name in _modules_of(package):
                del sys.modules[name]
        sys.modules.update(imported)
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _modules_of(package: str) -> dict[str, ModuleType]:
    """Return the imported modules of a package, by name."""
    return {
        name: module
        for name, module in sys.modules.items()
        if name == package or name.startswith(f"{package}.")
    }
