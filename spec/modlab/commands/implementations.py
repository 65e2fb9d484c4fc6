"""Implementations, as a command line names them: in this process, in one of their own, or a program."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final

from modcheck.sandbox.sandbox import Sandbox
from modcheck.system import in_process
from modcheck.system.implementation import Implementation
from modcheck.system.pipe import Pipe
from modlab.commands.confinement import isolated, sandbox_of
from modlab.commands.errors import Usage
from othello_spec.board import SIZE
from othello_spec.records.squares import SIZE_VARIABLE

PYTHON: Final = "py:"
"""How the name of a Python module or class begins."""


@dataclass(frozen=True)
class ImplementationSource:
    """Where implementations come from."""

    make: Callable[[], Implementation]
    """A fresh one. Raises ImplementationError if it cannot be judged."""

    confinement: str
    """What keeps it from doing harm, in a few words."""


def source(
    implementation: str,
    routines: Sequence[str],
    timeout: float,
    isolate: bool = False,
    rung: str = "auto",
    unsafe: bool = False,
    folder: Path | None = None,
) -> ImplementationSource:
    """The source that ``--impl`` names; raises Usage if it names nothing, and Infrastructure if there is no sandbox.

    ``routines`` are those that a Python module is looked through for; ``timeout`` is in seconds.
    """
    place = _place(implementation)
    if place is not None and not isolate:
        return ImplementationSource(
            partial(in_process.load, place, routines, timeout),
            "none: it runs in this process and is trusted",
        )
    if not implementation.strip():
        raise Usage("--impl is empty; write py:package.module:Class or a command line")
    if place is not None:
        sandbox = sandbox_of(rung, unsafe, folder or Path.cwd())
        return ImplementationSource(lambda: isolated(place, timeout, sandbox), told(sandbox))
    if isolate:
        raise Usage("--isolate is for py: implementations; a program has a process of its own")
    sandbox = sandbox_of(rung, unsafe, folder)
    return ImplementationSource(lambda: Pipe(implementation, timeout, sandbox), told(sandbox))


def told(sandbox: Sandbox) -> str:
    """What a sandbox is, in a few words."""
    return "none, as --unsafe asks for" if sandbox.backend.name == "none" else sandbox.backend.name


def _place(implementation: str) -> str | None:
    """What follows ``py:``; None if it is a command line."""
    if not implementation.startswith(PYTHON):
        return None
    place = implementation.removeprefix(PYTHON)
    if not all(part.isidentifier() for part in place.replace(":", ".", 1).split(".")):
        raise Usage(f"{implementation!r} names no Python module; write py:package.module:Class")
    return place


def handing_out(
    first: Implementation, make: Callable[[], Implementation]
) -> Callable[[], Implementation]:
    """What gives an implementation that is there already, and then fresh ones."""
    there = [first]
    return lambda: there.pop() if there else make()


@contextmanager
def told_the_size(size: int, implementation: str) -> Iterator[None]:
    """Tell implementations the size by the environment, and import those in this process anew for it.

    What they computed from another size when they were imported would not be right any more.
    """
    package = implementation.removeprefix(PYTHON).partition(":")[0].partition(".")[0]
    before = os.environ.get(SIZE_VARIABLE)
    imported = _of_package(package) if implementation.startswith(PYTHON) and size != SIZE else {}
    os.environ[SIZE_VARIABLE] = str(size)
    for name in imported:
        del sys.modules[name]
    try:
        yield
    finally:
        if size != SIZE:
            for name in _of_package(package):
                del sys.modules[name]
        sys.modules.update(imported)
        os.environ.pop(SIZE_VARIABLE)
        if before is not None:
            os.environ[SIZE_VARIABLE] = before


def _of_package(package: str) -> dict[str, ModuleType]:
    """The modules of a package that are imported."""
    return {
        name: module
        for name, module in sys.modules.items()
        if name == package or name.startswith(f"{package}.")
    }
