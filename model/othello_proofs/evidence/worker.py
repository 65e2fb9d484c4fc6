"""What the workers of the pool do: plan the work of a method, run its units, export questions.

The modules of methods are imported here and nowhere else.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path

from othello_proofs.evidence.method import ClaimFinding, Method


@dataclass(frozen=True)
class UnitTask:
    """Something to do for a method."""

    place: str
    """Where the method is: ``package.module:Class``."""

    quick: bool
    unit: str = ""
    """The unit to run."""

    claims: tuple[str, ...] = ()
    """The claims of the unit to try, or patterns of the claims to export; none: all."""

    folder: Path = Path()
    """Where to export to."""


@dataclass(frozen=True)
class UnitPlan:
    """What a method says of itself, and what it has to do."""

    title: str
    shows: str = ""
    does_not_show: str = ""
    patience: float = 0.0
    tools: tuple[str, ...] = ()
    units: tuple[tuple[str, dict[str, tuple[str, ...]]], ...] = ()
    """The units, each with its claims, and with the sources of each claim."""

    claims: tuple[str, ...] = ()
    """All claims."""

    missing: str = ""
    """Why the method cannot be used here; empty if it can."""

    fault: str = ""
    """Why the method cannot say what it has to do; empty if it can."""


@dataclass(frozen=True)
class Lacks:
    """A method cannot even be imported, since there is no such module."""

    module: str


def plan(task: UnitTask) -> Iterator[UnitPlan | Lacks]:
    """Yield what a method has to do."""
    try:
        method = _method(task.place)
    except ModuleNotFoundError as error:
        yield Lacks(f"{error.name}")
        return
    found = UnitPlan(
        method.title,
        method.shows,
        method.does_not_show,
        method.patience,
        tuple(method.tools),
        missing=method.missing(),
    )
    try:
        units = tuple(
            (unit, {c: tuple(method.sources(unit, c)) for c in method.about(unit, task.quick)})
            for unit in dict.fromkeys(method.units(task.quick))
        )
        found = replace(found, units=units, claims=tuple(method.claims(task.quick)))
    except ImportError:
        if not found.missing:
            raise
    is_idle = not (found.units or found.missing or task.quick)
    yield replace(found, fault="it has nothing to try") if is_idle else found


def run(task: UnitTask) -> Iterator[ClaimFinding]:
    """Try the claims of a unit, and yield each finding with the processor time that it took."""
    method, since = _method(task.place), _cpu_seconds()
    for finding in method.attempt(task.unit, task.quick, task.claims):
        yield replace(finding, seconds=round(_cpu_seconds() - since, 6))
        since = _cpu_seconds()


def export(task: UnitTask) -> Iterator[Lacks | int]:
    """Write the questions of a method to a folder, and yield how many there are."""
    try:
        method = _method(task.place)
    except ModuleNotFoundError as error:
        yield Lacks(f"{error.name}")
        return
    yield method.export(task.folder, task.quick, task.claims)


@cache
def _method(place: str) -> Method:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)()
    if not isinstance(found, Method):
        raise TypeError(f"{place} is no method")
    return found


def _cpu_seconds() -> float:
    """Processor time of this thread, and of the processes that it started and that have ended.

    The clock of the process would advance in steps of 4 ms, since its processor time is limited.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time() + children.ru_utime + children.ru_stime
