"""The judge of one submission. It runs in a worker, on a copy of the submission."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from modcheck.grading.programs import (
    BuildError,
    Programs,
    Recipe,
    nothing_recognised,
    program_folder,
    recognise,
)
from modcheck.grading.row import (
    GradeRow,
    Result,
    SubmissionStatus,
    failed_rules,
    not_judged,
    result,
    rule_of,
    timed_out,
)
from modcheck.grading.schedule import FULL
from modcheck.grading.source_texts import program_literals
from modcheck.grading.submissions import Unreadable, copy, digest, entries
from modcheck.report.account import entries as entries_of
from modcheck.report.account import presented_json, without_hidden
from modcheck.report.fields import fault_line, judged_rules
from modcheck.report.points import score, total
from modcheck.report.presentation import Presentation
from modcheck.report.text import fault_text, report
from modcheck.system.ahead import Ahead
from modcheck.system.implementation import Implementation, ImplementationError
from modcheck.system.in_process import time_limit
from modcheck.system.stopwatch import Stopwatch
from modcheck.testing.argument_forms import argument_forms
from modcheck.testing.conventions import ConventionError
from modcheck.testing.literals import Literals
from modcheck.testing.plan import CheckOptions
from modcheck.testing.test_model import TestModel
from modcheck.verdict.check import check
from modcheck.verdict.rule_status import Status
from modcheck.verdict.verdict import Verdict
from modspec.syntax.rulebook import Rulebook

LONGEST_MESSAGE: Final = 300
"""Characters of a message in the table; the report has the whole message."""

_COPY: Final = "handed-in"
_BUILT: Final = "built"
"""The folders for the copy of the submission, and for what the build makes of it."""

_ADDRESS: Final = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")
"""An address in memory, which differs from run to run."""


@dataclass(frozen=True)
class JudgeSettings:
    """How submissions are judged: all that a result depends on, but files and checker."""

    course: str
    """The course that the module belongs to, as ``package.module:NAME``, or as
    ``package.module:MAKE@TEXT`` if ``MAKE`` makes it from a text. It gives the test model,
    from the module's name, parameters and conventions, and the presentation, from the
    parameters."""

    module: str
    parameters: Mapping[str, int] = field(default_factory=dict)
    """The values of the course's parameters, by name."""

    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that tell programs about the module."""

    run: str = ""
    """What is run in each folder: a command line, or ``py:module:Class``; empty: what is
    recognised."""

    build: str = ""
    """A command line for a shell that is run before; empty: what goes with what is recognised."""

    names: tuple[str, ...] = ()
    """What a program may be called, to be recognised."""

    seed: int = 0
    games: int = 1
    conventions: Mapping[str, str] = field(default_factory=dict)
    """Conventions that are assumed, by name."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """The weights of rules when points are given; 1 for a rule that is not named."""

    maximum: str = ""
    """The most points that can be earned; empty: no points are given."""

    hidden: tuple[str, ...] = ()
    """The rules whose results students do not see."""

    timeout: float = 5.0
    """Seconds to answer a line of calls."""

    limit: float = 60.0
    """Seconds for everything, the build included."""

    backend: str = "auto"
    """The name of the sandbox backend, or "auto" for the best that works."""


PLAYING: Final = 0.75
"""The share of the time that is for all calls of the check."""


class _JudgeTimedOut(BaseException):
    """The time is up. A BaseException, so that no ``except Exception`` swallows it."""


def judge(submission: Mapping[str, Any], settings: Mapping[str, Any], room: Path) -> Result:
    """Return the result of a submission: a ``name``, a ``place``, and the digest ``files``.

    The submission is copied to a folder in ``room``.
    """
    how = JudgeSettings(**settings)
    with tempfile.TemporaryDirectory(dir=room, ignore_cleanup_errors=True) as created:
        target, built = Path(created, _COPY), Path(created, _BUILT)
        for folder in (target.parent, target, built):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)  # programs run as another user
        try:
            is_over = partial(Stopwatch().is_over, how.limit)
            with time_limit(how.limit, _JudgeTimedOut, again=1.0, is_over=is_over):
                if _copy(Path(submission["place"]), target) != submission["files"]:
                    changed = not_judged("its files changed meanwhile; grade again")
                    return changed | {"changed": True}
                found = _judge(program_folder(target), built, how)
        except _JudgeTimedOut:
            found = timed_out(how.limit)
        except (Unreadable, ImplementationError, ConventionError) as error:
            found = not_judged(str(error))
        except BuildError as error:
            row = GradeRow(SubmissionStatus.NOT_BUILT, message=_line(str(error)))
            found = result(row, f"{error}\n\n{error.output}\n")
        return _reproducible(found, room)


def _copy(place: Path, target: Path) -> str:
    """Copy a submission. Return the digest of its files."""
    try:
        return digest(copy(entries(place), target))
    except OSError as error:
        if error.errno in FULL:
            raise
        # for instance a path that is too long in the copy; the path itself differs from run to run
        raise Unreadable(f"its files cannot be copied: {error.strerror}") from error


def _judge(folder: Path, target: Path, how: JudgeSettings) -> Result:
    model, presentation = _model(how)
    recipe = recognise(folder, how.names, model.routines, model.module.file)
    if how.run:
        recipe = Recipe(how.run, how.build)
    elif recipe is None:
        return not_judged(nothing_recognised(folder, how.names))
    elif how.build:
        recipe = Recipe(recipe.run, how.build)
    os.environ.update(how.environment)
    passed, forms = tuple(how.environment), argument_forms(model.module)
    start = Ahead(starts_next=False)  # as many submissions are judged at once as there are cores
    programs = Programs(recipe, folder, how.timeout, passed, how.backend, start, forms)
    programs.build(target, how.names)
    verdict = _check(programs, how, program_literals(recipe.run, [folder]))
    data = presented_json(verdict, model.rulebook, presentation)
    text = _report(verdict, model.rulebook, presentation, how.hidden)
    return result(_row(verdict, data, how), text, data)


def _check(programs: Programs, how: JudgeSettings, literals: Literals) -> Verdict:
    """Return the verdict, under conventions of the settings, else of the program.

    ``literals`` are those of the program's text.
    """
    running: list[Implementation] = []

    def start() -> Implementation:
        running.append(programs.start())
        return running[-1]

    try:
        first = [start()]
        declared = {**first[0].conventions, **how.conventions}
        model, _ = _model(replace(how, conventions=declared))
        options = CheckOptions(
            seed=how.seed,
            games=how.games,
            declared=declared,
            confinement=programs.sandbox.backend.name,
            limit=how.limit * PLAYING,
            literals=literals,
        )
        return check(model, lambda: first.pop() if first else start(), options)
    finally:
        for implementation in running:
            implementation.close()


def _model(how: JudgeSettings) -> tuple[TestModel, Presentation]:
    """Return the model to judge against, and how it is presented."""
    parameters = tuple(sorted(how.parameters.items()))
    declared = tuple(sorted(how.conventions.items()))
    return _build_model(how.course, how.module, parameters, declared)


@lru_cache(maxsize=4)
def _build_model(
    course: str,
    module: str,
    parameters: tuple[tuple[str, int], ...],
    declared: tuple[tuple[str, str], ...],
) -> tuple[TestModel, Presentation]:
    found = _import(course)
    model = found.test_model(module, dict(parameters), dict(declared))
    return model, found.presentation(dict(parameters))


def _import(place: str) -> Any:
    module, _, name = place.partition(":")
    name, is_made, argument = name.partition("@")
    found = getattr(import_module(module), name)
    return found(argument) if is_made else found


def _report(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation, hidden: Collection[str]
) -> str:
    """Return the report for the student, without the hidden rules."""
    if not hidden:
        return report(verdict, rulebook, presentation)
    texts = [
        fault_text(without_hidden(fault, hidden), rulebook, presentation)
        for fault in verdict.faults
        if fault.rule not in hidden
    ]
    conforms = "does not conform" if texts else "conforms"
    first = f"{verdict.implementation} {conforms} to {verdict.module}, in what is shown here\n"
    return "\n".join((first, *texts))


def _row(verdict: Verdict, data: Mapping[str, Any], how: JudgeSettings) -> GradeRow:
    statuses = [rule["status"] for rule in data["rules"]]
    faults = data["faults"]
    if not verdict.conforms:
        status = SubmissionStatus.DEVIATES
    elif Status.PASS not in statuses:
        status = SubmissionStatus.NOT_JUDGED
    elif verdict.support.unchecked:
        status = SubmissionStatus.PARTIAL
    else:
        status = SubmissionStatus.CONFORMS
    return GradeRow(
        status=status,
        passes=statuses.count(Status.PASS),
        failures=len(failed_rules(data)),
        inconclusive=statuses.count(Status.INCONCLUSIVE),
        first_failure=rule_of(faults[0]) if faults else "",
        score=_score(data, how),
        message=_line(fault_line(faults[0]) if faults else _reservations(data)),
    )


def _reservations(data: Mapping[str, Any]) -> str:
    """Return what a row without faults assumes and leaves out, lest it looks better than it is."""
    assumed = [f"{name} = {value}" for name, value in data["conventions"].items()]
    unchecked = [name for name, how in data["routines"].items() if how["checked"] == "no"]
    parts = {"assuming": assumed, "not checked": unchecked}
    texts = [f"{what}: {', '.join(names)}" for what, names in parts.items() if names]
    statuses = [rule["status"] for rule in data["rules"]]
    if Status.INCONCLUSIVE in statuses:
        texts.append(judged_rules(statuses))
    if Status.PASS not in statuses:
        texts += [rule["reason"] for rule in data["rules"][:1]]
    return "; ".join(texts)


def _score(data: Mapping[str, Any], how: JudgeSettings) -> str:
    if not how.maximum:
        return ""
    known = {entry.rule for entry in entries_of(data)}  # a convention may select another module
    weights = {rule: weight for rule, weight in how.weights.items() if rule in known}
    return str(total(score(data, weights, Decimal(how.maximum))))


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…"


def _reproducible(found: Result, room: Path) -> Result:
    """Return the result without what differs from run to run: paths of copies, addresses in memory.

    A message may have been cut short in the middle of either.
    """
    shared, _, own = room.name.partition("-")
    start = re.escape(f"{room.parent}/{shared}")
    place = re.compile(rf"{start}-\w{{0,{len(own)}}}(/tmp\w*)?(/{_COPY}|/{_BUILT})?")

    def clear(data: Any) -> Any:
        match data:
            case str():
                return _ADDRESS.sub("0x...", place.sub(".", data))
            case list() | tuple():
                return [clear(each) for each in data]
            case dict():
                return {clear(key): clear(each) for key, each in data.items()}
        return data

    cleared: Result = clear(found)
    return cleared
