"""Tasks: what schedulers hand out, and the answers that they bring back.

Both are plain data. A scheduler knows nothing of submissions, nor of what is done with them.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Protocol

from modcheck.digest import Sources


@dataclass(frozen=True)
class GradingTask:
    """Something to do: call a function with two arguments, both JSON, within so many seconds."""

    function: str
    """Where the function is: ``package.module:function``. It also takes a folder that it may write to."""

    submission: Mapping[str, Any]
    settings: Mapping[str, Any]
    seconds: float
    """After which whoever does it is ended."""

    checker: str = ""
    """The :func:`fingerprint` of the program text that is to do it."""

    packages: tuple[str, ...] = ()
    """The packages with that text."""

    def line(self) -> bytes:
        """The task as a line."""
        return json.dumps(asdict(self)).encode("ascii") + b"\n"


@dataclass(frozen=True)
class TaskAnswer:
    """What has come of a task: a result, or the reason why there is none."""

    result: dict[str, Any] | None = None
    lost: str = ""
    """What became of the process that did it; empty if it came to an end."""

    late: bool = False
    """Whether it was ended because the time was up."""

    halt: str = ""
    """Why nothing more can be done, this task or another, until somebody mends it."""

    def line(self) -> bytes:
        """The answer as a line."""
        return json.dumps(asdict(self)).encode("ascii") + b"\n"


class CannotGrade(Exception):
    """Raised by what a task calls where it can do no task at all; the message says why, in one line."""


@dataclass(frozen=True)
class Graded:
    """A task that is done, and the answer."""

    task: GradingTask
    answer: TaskAnswer = field(default_factory=TaskAnswer)


class Schedule(Protocol):
    """Has tasks done, in whatever order; each comes back once. Closing the iterator ends what is running."""

    def __call__(self, tasks: Iterable[GradingTask]) -> Generator[Graded, None, None]:
        """The tasks as they get done."""


@cache
def fingerprint(packages: tuple[str, ...]) -> str:
    """The digest of the program text of some packages: what is judged with another may come out differently."""
    return Sources(packages).digest()
