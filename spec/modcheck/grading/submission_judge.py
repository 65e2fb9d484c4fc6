"""The judge: from one submission to its result. It runs in a worker, on a copy of the submission."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Final

from modcheck.grading.build import BuildError
from modcheck.grading.files import FULL, Unreadable, copied, digest, entries
from modcheck.grading.programs import Programs
from modcheck.grading.recognise import Recipe, program_folder, recognised
from modcheck.grading.row import (
    GradeRow,
    Result,
    SubmissionStatus,
    broken_rules,
    late,
    not_judged,
    result,
    rule_of,
)
from modcheck.report.entries import entries as entries_of
from modcheck.report.points import earned, score
from modcheck.report.text import Presentation, fault_text, report
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.testing.conventions import ConventionError
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict, no_op_calls_text
from modcheck.verdict.verdict_json import to_json
from modspec.syntax.rulebook import Rulebook

LONGEST_MESSAGE: Final = 300
"""Characters of a message in the table; the report has all of it."""

_COPY: Final = "handed-in"
_BUILT: Final = "built"
"""The folders for what was handed in, and for what has been made of it."""

_ADDRESS: Final = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")
"""Where something lies in memory: it is elsewhere each time."""


@dataclass(frozen=True)
class JudgeSettings:
    """How submissions are judged: all that a result depends on, beside the files and the checker."""

    course: str
    """The course that the module belongs to, as ``package.module:NAME``. It gives the test model, from the module's
    name, parameters and conventions, and the presentation, from the parameters."""

    module: str
    parameters: Mapping[str, int] = field(default_factory=dict)
    """The values of the course's parameters, by name."""

    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that tell programs about the module."""

    run: str = ""
    """What is run in each folder: a command line, or ``py:module:Class``; empty: what is recognised."""

    build: str = ""
    """A command line for a shell that is run before; empty: what goes with what is recognised."""

    names: tuple[str, ...] = ()
    """What a program may be called, to be recognised."""

    seed: int = 0
    games: int = 1
    conventions: Mapping[str, str] = field(default_factory=dict)
    """Those that are supposed, by name."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """What rules weigh when points are dealt out; 1 if they are not named."""

    maximum: str = ""
    """The points that can be earned; empty: none are dealt out."""

    hidden: tuple[str, ...] = ()
    """The rules of which students are not told how they stand to them."""

    timeout: float = 5.0
    """Seconds to answer a line of calls."""

    limit: float = 60.0
    """Seconds for everything, the building too."""

    rung: str = "auto"
    """What confines programs: the name of a rung, or the best that works."""


class _JudgeTimedOut(BaseException):
    """The time is up. No ``except Exception`` on the way stops it."""


def judge(submission: Mapping[str, Any], settings: Mapping[str, Any], room: Path) -> Result:
    """The result of a submission, ``name``, ``folder`` and the digest ``files``, with a copy made in a folder."""
    how = JudgeSettings(**settings)
    with tempfile.TemporaryDirectory(dir=room, ignore_cleanup_errors=True) as made:
        copy, target = Path(made, _COPY), Path(made, _BUILT)
        for folder in (copy.parent, copy, target):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)  # programs run as somebody else
        try:
            with _within(how.limit):
                if _taken(Path(submission["folder"]), copy) != submission["files"]:
                    return not_judged("its files changed meanwhile; grade again") | {
                        "changed": True
                    }
                found = _judged(program_folder(copy), target, how)
        except _JudgeTimedOut:
            found = late(how.limit)
        except (Unreadable, ImplementationError, ConventionError) as error:
            found = not_judged(str(error))
        except BuildError as error:
            found = result(
                GradeRow(SubmissionStatus.NOT_BUILT, message=_line(str(error))),
                f"{error}\n\n{error.output}\n",
            )
        return _reproducible(found, room)


def _taken(folder: Path, copy: Path) -> str:
    """The digest of a submission's files, which are copied on the way."""
    try:
        return digest(copied(entries(folder), copy))
    except OSError as error:
        if error.errno in FULL:
            raise
        # such as a path that is longer where the copy lies; which it is differs from run to run
        raise Unreadable(f"its files cannot be copied: {error.strerror}") from error


def _judged(folder: Path, target: Path, how: JudgeSettings) -> Result:
    subject, presentation = _bench(how)
    recipe = recognised(folder, how.names, subject.routines)
    if how.run:
        recipe = Recipe(how.run, how.build)
    elif recipe is None:
        return not_judged("nothing to run was recognised: say what with --impl")
    elif how.build:
        recipe = Recipe(recipe.run, how.build)
    os.environ.update(how.environment)
    programs = Programs(recipe, folder, how.timeout, tuple(how.environment), how.rung)
    programs.build(target, how.names)
    verdict = _checked(programs, how)
    data = to_json(verdict, subject.rulebook, presentation.as_json)
    told = _told_student(verdict, subject.rulebook, presentation, how.hidden)
    return result(_row(verdict, data, how), told, data)


def _checked(programs: Programs, how: JudgeSettings) -> Verdict:
    """The verdict, with the conventions that the program declares, where the settings say nothing of them."""
    running: list[Implementation] = []

    def make() -> Implementation:
        running.append(programs.start())
        return running[-1]

    try:
        first = [make()]
        declared = {**first[0].conventions, **how.conventions}
        subject, _ = _bench(replace(how, conventions=declared))
        options = CheckOptions(
            seed=how.seed,
            games=how.games,
            declared=declared,
            confinement=programs.sandbox.rung.name,
        )
        return check(subject, lambda: first.pop() if first else make(), options)
    finally:
        for implementation in running:
            implementation.close()


def _bench(how: JudgeSettings) -> tuple[TestModel, Presentation]:
    """What is judged against, and how it is shown."""
    parameters = tuple(sorted(how.parameters.items()))
    declared = tuple(sorted(how.conventions.items()))
    return _made(how.course, how.module, parameters, declared)


@lru_cache(maxsize=4)
def _made(
    course: str,
    module: str,
    parameters: tuple[tuple[str, int], ...],
    declared: tuple[tuple[str, str], ...],
) -> tuple[TestModel, Presentation]:
    found = _named(course)
    model = found.test_model(module, dict(parameters), dict(declared))
    return model, found.presentation(dict(parameters))


def _named(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _told_student(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation, hidden: Collection[str]
) -> str:
    if not hidden:
        return report(verdict, rulebook, presentation)
    shown = [
        fault_text(
            replace(fault, given=tuple(rule for rule in fault.given if rule not in hidden)),
            rulebook,
            presentation,
        )
        for fault in verdict.faults
        if fault.rule not in hidden
    ]
    conforms = "does not conform" if shown else "conforms"
    first = f"{verdict.implementation} {conforms} to {verdict.module}, in what is shown here\n"
    return "\n".join((first, *shown))


def _row(verdict: Verdict, data: Mapping[str, Any], how: JudgeSettings) -> GradeRow:
    held = [rule["held"] for rule in data["rules"]]
    faults = data["faults"]
    seen = (
        SubmissionStatus.CONFORMS if True in held else SubmissionStatus.NOT_JUDGED
    )  # of nothing nothing is known
    return GradeRow(
        status=seen if verdict.conforms else SubmissionStatus.DEVIATES,
        held=held.count(True),
        broken=len(broken_rules(data)),
        unjudged=held.count(None),
        first_broken=rule_of(faults[0]) if faults else "",
        score=_score(data, how),
        message=_line(_told(faults[0]) if faults else _reservations(data)),
    )


def _reservations(data: Mapping[str, Any]) -> str:
    """What a clean row supposes and leaves out, lest it looks better than it is."""
    supposed = [f"{name} = {value}" for name, value in data["conventions"].items()]
    unchecked = [name for name, how in data["routines"].items() if how["checked"] == "no"]
    told = {"supposing": supposed, "not checked": unchecked}
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in told.items() if names)


def _score(data: Mapping[str, Any], how: JudgeSettings) -> str:
    if not how.maximum:
        return ""
    known = {entry.rule for entry in entries_of(data)}  # conventions may make it another module's
    weights = {rule: weight for rule, weight in how.weights.items() if rule in known}
    return str(earned(score(data, weights, Decimal(how.maximum))))


def _told(fault: Mapping[str, Any]) -> str:
    """A fault in a line: the game, the call, what was expected and what came."""
    idle = {*fault.get("asked", ()), *fault.get("refused", ())}
    made = no_op_calls_text([*map(_call, fault["history"])], idle)
    before = ", ".join(filter(None, (fault.get("transcript"), made)))
    after = f"after {before}: " if before else ""
    then = f", then {_call(fault['shown_by'])}" if fault["shown_by"] != fault["call"] else ""
    expected = "" if fault["breakdown"] else f"expected {fault['expected']}, got "
    return f"{after}{_call(fault['call'])}{then}: {expected}{fault['got']}"


def _call(call: list[Any]) -> str:
    routine, *arguments = call
    return f"{routine}({', '.join(map(str, arguments))})"


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"


def _reproducible(found: Result, room: Path) -> Result:
    """The result without what differs from run to run: where the copies lay, and addresses in memory.

    A message may have been cut short in the middle of either.
    """
    shared, _, own = room.name.partition("-")
    start = re.escape(f"{room.parent}/{shared}")
    place = re.compile(rf"{start}-\w{{0,{len(own)}}}(/tmp\w*)?(/{_COPY}|/{_BUILT})?")

    def cleared(data: Any) -> Any:
        match data:
            case str():
                return _ADDRESS.sub("0x...", place.sub(".", data))
            case list() | tuple():
                return [cleared(each) for each in data]
            case dict():
                return {cleared(key): cleared(each) for key, each in data.items()}
        return data

    told: Result = cleared(found)
    return told


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise :class:`_Late` after so many seconds, and again soon if that is lost in a finaliser."""

    def too_late(number: int, frame: FrameType | None) -> None:
        raise _JudgeTimedOut

    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        with suppress(_JudgeTimedOut):
            signal.signal(signal.SIGALRM, before)
