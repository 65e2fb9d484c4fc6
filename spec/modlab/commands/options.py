"""The options that ``check`` and ``grade`` share: what to judge against, and how.

They are declared here once, and their values travel in one :class:`JudgingOptions`. The settings of
a project stand where an option is not given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from modcheck.report.points import shares
from modcheck.sandbox.sandbox import AUTO, BACKENDS
from modcheck.testing.conventions import ConventionError, Dialect
from modcheck.testing.test_model import TestModel
from modlab.ascii_flag import ascii_flag
from modlab.commands.errors import Exit, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.course import Course
from modlab.settings import LONGEST_TIMEOUT, Settings, SettingsError, settings

_SETTINGS: Final = "modlab.settings"


class Seconds(click.FloatRange):
    """A number of seconds within a range. Unlike click's own type, it refuses ``nan``."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; fail as click's types do."""
        try:
            float(value)
        except ValueError:
            self.fail(f"{value!r} is no number of seconds; write 5 or 0.5", param, ctx)
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found


def option(names: str, text: str, **settings: Any) -> click.Option:
    """Return an option with its names, such as ``--impl implementation``, and its help text."""
    return click.Option(names.split(), help=text, **settings)


flag = partial(option, is_flag=True)


@dataclass(frozen=True)
class JudgingOptions:
    """What an implementation is judged against, and how."""

    course: Course
    settings: Settings
    parameters: Mapping[str, int]
    """The values of the course's parameters, by name."""

    conventions: Mapping[str, str]
    """The conventions that the options and the settings declare, by name."""

    seed: int
    games: int
    """The number of random games."""

    timeout: float
    """Seconds that an implementation has to answer a line of calls."""

    sandbox: str
    """The backend of the sandbox, or ``auto``."""

    unsafe: bool
    """Whether programs run unconfined."""

    @property
    def module(self) -> str:
        """The name of the module."""
        return self.course.default_module

    def test_model(self) -> TestModel:
        """Return what to judge against; raise Usage if an option makes no sense for it."""
        try:
            model = self.course.test_model(self.module, self.parameters, self.conventions)
            Dialect(model.conventions, self.conventions)  # which refuses unknown ones
            return model
        except ConventionError as error:
            raise Usage(str(error)) from error
        except ValueError as error:
            if not self.parameters:  # it comes of the specification
                raise
            given = ", ".join(f"--{name} is {value}" for name, value in self.parameters.items())
            raise Usage(f"{given}: {error}") from error

    def demand_points(self, rules: Sequence[str]) -> None:
        """Raise Usage if points cannot be dealt out to these rules by the settings' weights."""
        try:
            shares(rules, self.settings.weights_of(rules), self.settings.points)
        except ValueError as error:
            raise Usage(f"{self.settings.origin}: {error}") from error

    @property
    def given_seed(self) -> int | None:
        """The seed, if an option or the settings say it."""
        source = click.get_current_context().get_parameter_source("seed")
        return None if source is ParameterSource.DEFAULT else self.seed

    @property
    def environment(self) -> dict[str, str]:
        """The parameters as programs read them, by the names of the variables."""
        return {each.variable: str(self.parameters[each.name]) for each in self.course.parameters}

    @property
    def backend(self) -> str:
        """The backend of the sandbox; Usage if it confines nothing and ``--unsafe`` is missing."""
        if self.unsafe:
            return "none"
        if self.sandbox == "none":
            raise Usage(
                "--sandbox none confines nothing; give --unsafe as well if you trust the program"
            )
        return self.sandbox


def judging_command(
    course: Course,
    callback: Callable[..., int],
    summary: str,
    exit_codes: Mapping[Exit, str],
    own: Sequence[click.Parameter],
    timeout: float,
    seed: str = "",
) -> click.Command:
    """Return a command whose callback gets JudgingOptions, and the values of its own options.

    ``seed`` says what the seed is by default, if the command chooses one.
    """
    shared = _shared_options(course, timeout, seed)
    names = [str(each.name) for each in shared if each.expose_value]

    def run(**given: Any) -> int:
        return callback(_collect(course, {name: given.pop(name) for name in names}), **given)

    return CommandWithExitCodes(
        callback.__name__,
        exit_codes=exit_codes,
        params=[*own, *shared],
        callback=run,
        help=summary,
    )


def _collect(course: Course, values: dict[str, Any]) -> JudgingOptions:
    context = click.get_current_context()
    found: Settings = context.meta[_SETTINGS]
    is_given = context.get_parameter_source("sandbox") is ParameterSource.COMMANDLINE
    if values["unsafe"] and is_given and values["sandbox"] != "none":
        raise Usage(
            f"--unsafe runs programs unconfined: leave --sandbox {values['sandbox']} out, or "
            "--unsafe"
        )
    parameters = {each.name: values.pop(each.name) for each in course.parameters}
    if values["games"] is None:
        values["games"] = course.random_games(parameters)
    declared = values.pop("convention")
    if values.pop("trusting_move", False) and course.trusting:
        declared = dict([course.trusting]) | declared
    conventions = {**found.conventions, **declared}
    return JudgingOptions(course, found, parameters=parameters, conventions=conventions, **values)


def _shared_options(course: Course, timeout: float, seed: str) -> list[click.Option]:
    shown: dict[str, Any] = {"show_default": True}
    examples = f": {course.conventions}" if course.conventions else ""
    seconds = Seconds(0.1, LONGEST_TIMEOUT)
    backends = click.Choice((AUTO, *BACKENDS))
    trusting = []
    if course.trusting:
        same = f"The same as --convention {'='.join(course.trusting)}: try no illegal move."
        trusting.append(flag("--trusting-move", same))
    return [
        *(
            option(f"--{each.name}", each.help, type=int, default=each.default, **shown)
            for each in course.parameters
        ),
        option(
            "--convention",
            f"A deliberate difference, which is no fault{examples}. May be given several times.",
            metavar="NAME=VALUE",
            multiple=True,
            callback=_read_conventions,
        ),
        *trusting,
        option(
            "--seed",
            f"Decides the random games.{seed and f' Default: {seed}.'}",
            type=int,
            default=0,
            show_default=not seed,
        ),
        option(
            "--games",
            "How many games to play whose calls are chosen at random; a game is what follows an "
            "initialiser. Default: 1; more where there are no chosen games.",
            type=click.IntRange(0),
        ),
        option(
            "--timeout",
            "Seconds that a program has to answer a line of calls.",
            type=seconds,
            default=timeout,
            **shown,
        ),
        option(
            "--sandbox",
            "How programs are confined; auto takes the best backend that works here.",
            type=backends,
            default=AUTO,
            **shown,
        ),
        ascii_flag(),
        flag("--unsafe", "Run programs unconfined: only if you trust them."),
        option(
            "--config",
            f"A TOML file of settings. Default: [tool.{course.name}] in the pyproject.toml of "
            "this folder or of one above.",
            metavar="FILE",
            type=click.Path(path_type=Path),
            is_eager=True,
            expose_value=False,
            callback=partial(_read_settings, course),
        ),
    ]


def _read_settings(
    course: Course, ctx: click.Context, param: click.Parameter, config: Path | None
) -> None:
    """Read the settings, and have them stand where an option is not given."""
    del param
    if ctx.resilient_parsing:
        return
    try:
        found = settings(course, config)
    except SettingsError as error:
        raise Usage(str(error)) from error
    ctx.meta[_SETTINGS] = found
    ctx.default_map = {**(ctx.default_map or {}), **found.options}


def _read_conventions(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """Return the conventions that ``NAME=VALUE`` declare."""
    del ctx, param
    declared: dict[str, str] = {}
    for text in values:
        name, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} is no NAME=VALUE, as in squares=1-based")
        if declared.setdefault(name, value) != value:
            raise click.BadParameter(f"{name} is declared twice: {declared[name]} and {value}")
    return declared
