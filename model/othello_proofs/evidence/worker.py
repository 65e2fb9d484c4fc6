"""Workers: processes that run the units of rungs, one unit after the other.

A worker is told its tasks through a pipe, and answers with what comes of each: findings as they are
made, and at the end whether it was the end or what went wrong. What a rung prints goes to standard
error. Nothing of a rung is imported anywhere else.
"""

from __future__ import annotations

import os
import resource
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from othello_proofs.evidence.method import Finding, Method


@dataclass(frozen=True)
class UnitTask:
    """Something to do: run a unit of a rung, export its questions or, if neither, say what its units are."""

    rung: str
    """Where the rung is: ``package.module:Class``."""

    quick: bool
    patience: float
    """Seconds that it may take."""

    unit: str | None = None
    folder: Path | None = None
    """Where to export to."""

    only: tuple[str, ...] = ()
    """What to export: patterns of claims; none: all."""


@dataclass(frozen=True)
class UnitPlan:
    """What a rung says of itself, and what there is to do."""

    title: str
    shows: str = ""
    does_not_show: str = ""
    patience: float = 0.0
    units: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The units, each with the claims that it is about."""

    claims: tuple[str, ...] = ()
    """All of them."""

    missing: str = ""
    """Why it cannot be tried here; empty if it can."""

    fault: str = ""
    """Why it cannot say what there is to do; empty if it can."""


@dataclass(frozen=True)
class Lacks:
    """A rung that cannot even be imported, for want of a module."""

    module: str


@dataclass(frozen=True)
class Exported:
    """How many files an export has made."""

    files: int


@dataclass(frozen=True)
class End:
    """That a task is done with."""

    fault: str = ""
    """Why it did not come to its end; empty if it did."""

    memory: int = 0
    """Bytes that the worker took at most, all its tasks so far included."""


Message = UnitPlan | Lacks | Exported | Finding | End


def serve(connection: Connection[Message, UnitTask]) -> None:
    """Do what comes through the pipe until it is closed."""
    os.setsid()  # whoever ends this process ends with it what the tools have started
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        while True:
            task, fault = connection.recv(), ""
            try:
                for message in _answers(task):
                    connection.send(message)
            except BrokenPipeError:
                raise
            except BaseException as error:  # noqa: BLE001  # a rung that fails is a finding, sys.exit too
                fault = _told(error)
            connection.send(End(fault, peak_memory()))
    except (EOFError, BrokenPipeError):
        return  # nobody is interested any more


def _answers(task: UnitTask) -> Iterator[Message]:
    try:
        rung = _rung(task.rung)
    except ModuleNotFoundError as error:
        yield Lacks(f"{error.name}")
        return
    if task.folder is not None:
        yield Exported(rung.export(task.folder, task.quick, task.only))
        return
    if task.unit is None:
        yield _plan(rung, task.quick)
        return
    since = _cpu_seconds()
    for finding in rung.run(task.unit, task.quick):
        now = _cpu_seconds()
        yield replace(finding, seconds=now - since)
        since = _cpu_seconds()


@cache
def _rung(name: str) -> Method:
    module, _, attribute = name.partition(":")
    made = getattr(import_module(module), attribute)()
    if not isinstance(made, Method):
        raise TypeError(f"{name} is no rung")
    return made


def _plan(rung: Method, quick: bool) -> UnitPlan:
    plan = UnitPlan(
        rung.title, rung.shows, rung.does_not_show, rung.patience, missing=rung.missing()
    )
    try:
        names = dict.fromkeys(rung.units(quick))
        units = tuple((unit, tuple(rung.about(unit, quick))) for unit in names)
        plan = replace(plan, units=units, claims=tuple(rung.claims(quick)))
    except ImportError:
        if not plan.missing:
            raise
    idle = not (plan.units or plan.missing or quick)
    return replace(plan, fault="it has nothing to try") if idle else plan


def _told(error: BaseException) -> str:
    """An exception in a line, with the place where it was raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename[0] != "<"]
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text.removesuffix(": ") + place


def _cpu_seconds() -> float:
    """What this process, and those that it started and that have ended, have computed so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peak_memory() -> int:
    """Bytes that this process took at most; where the system does not say, at least about that."""
    try:  # the usage below counts what a process was before it became this one
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        fields: dict[str, Any] = dict(line.split(":", 1) for line in status.splitlines())
        return int(fields["VmHWM"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
