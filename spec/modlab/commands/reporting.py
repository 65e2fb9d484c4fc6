"""Reports to files: the option ``--report`` of a command, and the writing.

A file is written under another name first, so that a reader finds nothing or the whole of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from modcheck.near import near_match
from modcheck.report.account import Account, account, account_of_failure, entry_rules
from modcheck.report.github import github
from modcheck.report.gradescope import gradescope
from modcheck.report.html import page
from modcheck.report.junit import junit
from modcheck.report.pasted_test import LANGUAGES, MARK, SourceFile, pasted_tests
from modcheck.report.points import score
from modcheck.report.text import failure, report
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.test_model import TestModel
from modcheck.verdict.verdict import Verdict
from modlab.commands.errors import Infrastructure, Usage
from modlab.commands.options import JudgingOptions, option
from modlab.commands.program_source import program_source
from modlab.settings import REVEALED
from modspec.run.reals import tolerance_of

FORMATS: Final = ("text", "json", "junit", "gradescope", "html", "github", "test")
"""What a verdict can be written as."""

STANDARD_OUTPUT: Final = Path("-")
"""What stands for the standard output of the command, as in ``--report github=-``."""


@dataclass(frozen=True)
class RequestedReport:
    """A report that ``--report FORMAT=FILE`` asks for."""

    format: str
    path: Path


def _read_request(value: str | RequestedReport) -> RequestedReport:
    """Return what ``FORMAT=FILE`` asks for."""
    if isinstance(value, RequestedReport):
        return value
    form, _, path = value.partition("=")
    if "=" not in value and value not in FORMATS:
        near = _format_of(value)
        raise click.BadParameter(f"{value!r} names no format; write {near}={value}, FORMAT=FILE")
    if form not in FORMATS:
        raise click.BadParameter(f"no format {form!r}; {near_match(form, FORMATS, 'format')}")
    if not path or "\0" in path:
        raise click.BadParameter(f"{value!r} names no file; write {form}=FILE")
    if form == "test" and Path(path).suffix not in LANGUAGES:
        endings = ", ".join(LANGUAGES)
        raise click.BadParameter(f"{value!r}: a test is written in a file with one of {endings}")
    return RequestedReport(form, Path(path))


def _format_of(file: str) -> str:
    """Return the format that the ending of a file suggests."""
    return {".html": "html", ".htm": "html", ".json": "json", ".xml": "junit"}.get(
        Path(file).suffix, "text"
    )


def report_option() -> click.Option:
    """Return the option ``--report``; its value is a tuple of :class:`RequestedReport`."""
    formats = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
    text = (
        f"Write the verdict to a file, as {formats}; - is the standard output. May be given "
        "several times."
    )
    shape = "FORMAT=FILE"
    return option("--report reports", text, multiple=True, type=_read_request, metavar=shape)


class Reporter:
    """Writes the requested reports, once there is a verdict, or a reason why there is none."""

    def __init__(
        self, requests: Sequence[RequestedReport], options: JudgingOptions, model: TestModel
    ) -> None:
        """Raise Usage now, and not after a long check, if a report could not be written."""
        self._requests, self._options, self._model = requests, options, model
        self._settings = options.settings
        self._presentation = options.course.presentation(options.parameters)
        self._mismatches: list[Mismatch] = []
        self._started = ""
        paths = [request.path.absolute() for request in requests]
        for number, request in enumerate(requests):
            _demand_place(request.path)
            if request.format == "test":
                _demand_own_test(request.path)
            if paths[number] in paths[:number]:
                wrong = f"--report {request.format}={paths[number]}"
                raise Usage(f"{wrong}: there is a report there already")
        formats = {request.format for request in requests}
        if "gradescope" in formats or (self._settings.is_graded and "html" in formats):
            options.demand_points(entry_rules(model.module, model.rulebook))

    def demand_program(self, started: str) -> None:
        """Raise Usage now if a test is requested, and no source file of the program is beside it.

        ``started`` is as for :meth:`write`; so the verdict is not lost after a long check.
        """
        for request in self._requests:
            if request.format == "test":
                try:
                    self._source(request.path, started)
                except ValueError as error:
                    raise Usage(f"--report test={request.path}: {error}") from error

    def write(self, verdict: Verdict, model: TestModel, started: str = "") -> None:
        """Write the reports of a verdict, for the model that the program's conventions make.

        ``started`` is the command line, or ``py:`` and a module, by which the program was started.
        """
        if self._requests:
            self._model = model
            rulebook, presentation = model.rulebook, self._presentation
            found = account(verdict, rulebook, presentation, self._settings.hidden)
            data = json.dumps(found.verdict, indent=2) + "\n"
            self._started = started or verdict.implementation
            self._mismatches = [fault.mismatch for fault in verdict.faults]
            self._write(found, report(verdict, rulebook, presentation), data)

    def write_failure(self, implementation: str, why: str) -> None:
        """Write reports that say why there is no verdict. An old ``json`` report is deleted."""
        found = account_of_failure(implementation, self._model.module, self._model.rulebook, why)
        self._write(found, failure(implementation, why), None)

    def _write(self, found: Account, text: str, data: str | None) -> None:
        contents: dict[str, Callable[[], str | None]] = {
            "text": lambda: text,
            "json": lambda: data,
            "junit": lambda: junit(found),
            "gradescope": lambda: self._gradescope(found),
            "html": lambda: self._page(found),
            "github": lambda: github(found, _source_file(found.verdict["implementation"])),
        }
        for request in self._requests:
            try:
                content = (
                    self._test(request.path)
                    if request.format == "test"
                    else contents[request.format]()
                )
            except ValueError as error:  # the weights make no sense for the rules of this verdict
                raise Infrastructure(f"{request.format} cannot be written: {error}") from error
            if request.path == STANDARD_OUTPUT:
                click.echo(content or "", nl=False)
            elif content is None:
                with suppress(OSError):
                    request.path.unlink(missing_ok=True)
            else:
                _write_whole(request.path, content)

    def _test(self, path: Path) -> str | None:
        """Return tests of the faults, with the names in the source files in the test's folder."""
        if not self._mismatches:
            return None
        module = self._model.module
        transitions = {program.name for program in module.access_programs if program.is_transition}
        source = self._source(path, self._started)
        return pasted_tests(self._mismatches, source, path.name, transitions, tolerance_of(module))

    def _source(self, test: Path, started: str) -> SourceFile:
        """Return the program's source file. Raises ValueError if none is in the test's folder."""
        module = self._model.module
        return program_source(
            test,
            started,
            [program.name for program in module.access_programs],
            self._options.course.aliases,
            self._options.course.kit_files,
            module.file,
        )

    def _gradescope(self, found: Account) -> str:
        settings = self._settings
        weights, visibility = settings.weights_of(found.rules), REVEALED[settings.reveal]
        return gradescope(found, weights, settings.points, settings.hidden, visibility)

    def _page(self, found: Account) -> str:
        settings, model = self._settings, self._model
        weights = settings.weights_of(found.rules)
        points = score(found.verdict, weights, settings.points) if settings.is_graded else ()
        drawings = self._options.course.drawings(model)
        return page(found.verdict, model.rulebook, drawings, points, settings.hidden, found.failure)


# -- files -----------------------------------------------------------------------------------------


def _source_file(implementation: str) -> str:
    """Return the file of a program that is named by its file; else an empty text."""
    return implementation if Path(implementation).is_file() else ""


def _demand_place(path: Path) -> None:
    """Raise Usage if there can be no file there."""
    if path == STANDARD_OUTPUT:
        return
    try:
        if path.is_dir():
            raise Usage(f"--report: {_escape(path)} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise Usage(f"--report: there is no folder {_escape(path.parent)} to write into")
    except OSError as error:
        raise Usage(f"--report: {_escape(path)}: {error.strerror}") from error


def _demand_own_test(path: Path) -> None:
    """Raise Usage if there is a file that is no such test: it may be the program itself."""
    if path.is_file() and MARK not in path.read_text(encoding="utf-8", errors="replace"):
        raise Usage(f"--report test={_escape(path)}: there is another file; name a new one")


def _write_whole(path: Path, content: str) -> None:
    """Write a file as a whole or not at all; Infrastructure if that cannot be done."""
    data = content.encode("utf-8", errors="backslashreplace")
    try:
        if path.exists() and not path.is_file():  # a pipe, or a terminal
            path.write_bytes(data)
            return
        target = path.resolve()
        new = target.with_name(f".verdict-{os.getpid()}.new")
        try:
            new.write_bytes(data)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        wrong = f"{_escape(path)} cannot be written: {error.strerror}"
        raise Infrastructure(f"{wrong}; the verdict is not in it") from error


def _escape(path: Path) -> str:
    return ascii(str(path))[1:-1]
