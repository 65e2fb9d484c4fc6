"""Reporting: the options of a command that say what it writes where, and the writing.

``@reporting`` adds ``--report``, ``--exit-zero`` and ``--config``. A file is written under another name first, so that
whoever looks finds either nothing or the whole of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from modcheck.report.account import Account, account, account_of_failure
from modcheck.report.entries import ANSWERS
from modcheck.report.gradescope import gradescope
from modcheck.report.html import page
from modcheck.report.junit import junit
from modcheck.report.points import MAXIMUM, score, shares
from modcheck.report.text import Presentation, failure, report
from modcheck.testing.test_model import TestModel
from modcheck.verdict.rule_status import rules_stated
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import to_json
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.settings import REVEALED, Settings, SettingsError, settings
from othello_suite.drawings import OthelloDrawings

FORMATS: Final = ("text", "json", "junit", "gradescope", "html")
"""What a verdict can be written as."""

_SETTINGS: Final = "modlab.settings"
_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class RequestedReport:
    """A report that somebody wants."""

    format: str
    path: Path


def _wanted(value: str | RequestedReport) -> RequestedReport:
    """What ``FORMAT=FILE`` asks for."""
    if isinstance(value, RequestedReport):
        return value
    form, _, path = value.partition("=")
    if form not in FORMATS:
        near = get_close_matches(form, FORMATS, 1)
        there = f"did you mean {near[0]}?" if near else f"there are {', '.join(FORMATS)}"
        raise click.BadParameter(f"no format {form!r}; {there}")
    if not path or "\0" in path:
        raise click.BadParameter(f"{value!r} names no file; write {form}=FILE")
    return RequestedReport(form, Path(path))


def reporting(command: _Command) -> _Command:
    """Give a command the parameters ``reports`` and ``exit_zero``, and ``--config``, which settles what others default to."""
    options = (
        click.option(
            "--report",
            "reports",
            multiple=True,
            type=_wanted,
            metavar="FORMAT=FILE",
            help=f"Write the verdict to a file, as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}; "
            "may be given several times.",
        ),
        click.option(
            "--exit-zero",
            is_flag=True,
            help="Exit with 0 also if the implementation does not conform.",
        ),
        click.option(
            "--config",
            type=click.Path(path_type=Path),
            is_eager=True,
            expose_value=False,
            callback=_configure,
            help="A TOML file of settings. Default: [tool.othello-mis] in the pyproject.toml of this folder or one above.",
        ),
    )
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def _configure(ctx: click.Context, param: click.Parameter, config: Path | None) -> None:
    """Read the settings, and have them stand where an option is not given."""
    del param
    if ctx.resilient_parsing:
        return
    try:
        found = settings(config)
    except SettingsError as error:
        raise Usage(str(error)) from error
    ctx.meta[_SETTINGS] = found
    said = {
        "name": found.module,
        "size": found.size,
        "seed": found.seed,
        "games": found.games,
        "timeout": found.timeout,
        "rung": found.sandbox,
    }
    stands = {name: value for name, value in said.items() if value is not None}
    ctx.default_map = {**(ctx.default_map or {}), **stands}


def current() -> Settings:
    """The settings of the command that runs."""
    found = click.get_current_context().meta.get(_SETTINGS)
    assert isinstance(found, Settings)
    return found


def exit_code(verdict: Verdict, exit_zero: bool) -> Exit:
    """What a check exits with."""
    return Exit.CONFORMS if verdict.conforms or exit_zero else Exit.DEVIATES


class Reporter:
    """Writes the reports that are wanted, once there is something to write."""

    def __init__(
        self, wanted: Sequence[RequestedReport], against: TestModel, presentation: Presentation
    ) -> None:
        """Find out before the check, and not after it, what would keep them from being written: raises Usage."""
        self._wanted, self._against, self._presentation = wanted, against, presentation
        self._settings = current()
        for each in wanted:
            _demand_a_place(each.path)
        paths = [each.path.absolute() for each in wanted]
        for n, path in enumerate(paths):
            if path in paths[:n]:
                raise Usage(f"--report {wanted[n].format}={path}: there is a report there already")
        formats = {each.format for each in wanted}
        self._graded = self._settings.graded or "gradescope" in formats
        if self._graded and formats & {"gradescope", "html"}:
            self._demand_weights()

    def _demand_weights(self) -> None:
        rules = [*rules_stated(self._against.module, self._against.rulebook), ANSWERS]
        try:
            shares(rules, self._settings.weights_of(rules), self._maximum)
        except ValueError as error:
            raise Usage(f"{self._settings.origin}: {error}") from error

    @property
    def _maximum(self) -> Any:
        return MAXIMUM if self._settings.maximum is None else self._settings.maximum

    def write(self, verdict: Verdict, against: TestModel | None = None) -> None:
        """Write the reports of a verdict; on another subject if the implementation has declared conventions."""
        if self._wanted:
            self._against = against or self._against
            rulebook, hidden = self._against.rulebook, self._settings.hidden
            told = account(verdict, rulebook, self._presentation, hidden)
            text = report(verdict, rulebook, self._presentation)
            data = to_json(verdict, rulebook, self._presentation.as_json)
            self._write(told, text, json.dumps(data, indent=2) + "\n")

    def write_failure(self, implementation: str, why: str) -> None:
        """Write reports that say why there is no verdict. Of ``json``, which is a verdict, there is none."""
        told = account_of_failure(implementation, self._against.module, self._against.rulebook, why)
        self._write(told, failure(implementation, why), None)

    def _write(self, told: Account, text: str, data: str | None) -> None:
        made: dict[str, Callable[[], str | None]] = {
            "text": lambda: text,
            "json": lambda: data,
            "junit": lambda: junit(told),
            "gradescope": lambda: self._gradescope(told),
            "html": lambda: self._page(told),
        }
        for each in self._wanted:
            try:
                content = made[each.format]()
            except ValueError as error:  # weights that make no sense for the rules of this verdict
                raise Infrastructure(f"{each.format} cannot be written: {error}") from error
            if content is None:
                with suppress(OSError):
                    each.path.unlink(missing_ok=True)  # a verdict of another time
            else:
                _put(each.path, content)

    def _gradescope(self, told: Account) -> str:
        set_ = self._settings
        visibility = REVEALED[set_.reveal]
        return gradescope(told, self._weights(told), self._maximum, set_.hidden, visibility)

    def _page(self, told: Account) -> str:
        verdict, drawings = told.verdict, OthelloDrawings(self._against)
        graded = self._settings.graded
        points = score(verdict, self._weights(told), self._maximum) if graded else ()
        hidden, failure = self._settings.hidden, told.failure
        return page(verdict, self._against.rulebook, drawings, points, hidden, failure)

    def _weights(self, told: Account) -> dict[str, float]:
        rules = [rule["id"] for rule in told.verdict["rules"]]
        return self._settings.weights_of([*rules, ANSWERS])


# -- files -----------------------------------------------------------------------------------------


def _demand_a_place(path: Path) -> None:
    """Raise Usage if there can be no file there."""
    try:
        if path.is_dir():
            raise Usage(f"--report: {_shown(path)} is a folder; name a file in it")
        if not path.parent.is_dir():
            raise Usage(f"--report: there is no folder {_shown(path.parent)} to write into")
    except OSError as error:
        raise Usage(f"--report: {_shown(path)}: {error.strerror}") from error


def _put(path: Path, content: str) -> None:
    """Write a file as a whole or not at all; Infrastructure if that cannot be done."""
    data = content.encode("utf-8", errors="backslashreplace")
    try:
        if path.exists() and not path.is_file():  # a pipe, or a terminal
            path.write_bytes(data)
            return
        target = path.resolve()
        new = target.with_name(f".othello-mis-{os.getpid()}.new")
        try:
            new.write_bytes(data)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise Infrastructure(
            f"{_shown(path)} cannot be written: {error.strerror}; the verdict is not in it"
        ) from error


def _shown(path: Path) -> str:
    return ascii(str(path))[1:-1]
