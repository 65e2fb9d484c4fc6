"""The options that ``check`` and ``grade`` share: what to judge against, and how.

They are declared here once, and their values travel in one :class:`JudgingOptions`. The settings of a project
stand where an option is not given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from modcheck.report.points import shares
from modcheck.sandbox.sandbox import BACKENDS
from modcheck.testing.conventions import ConventionError
from modcheck.testing.test_model import TestModel
from modlab.commands.errors import Usage
from modlab.course import Course
from modlab.settings import AUTO, LONGEST_TIMEOUT, Settings, SettingsError, settings


class Seconds(click.FloatRange):
    """A number of seconds within a range. Unlike click's own type, it refuses ``nan``."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; fail as click's types do."""
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found


@dataclass(frozen=True)
class JudgingOptions:
    """What an implementation is judged against, and how."""

    course: Course
    settings: Settings
    module: str
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

    def test_model(self) -> TestModel:
        """Return what to judge against; raise Usage if an option or a setting makes no sense for it."""
        try:
            return self.course.test_model(self.module, self.parameters, self.conventions)
        except ConventionError as error:
            raise Usage(str(error)) from error
        except ValueError as error:
            given = ", ".join(f"--{name} is {value}" for name, value in self.parameters.items())
            raise Usage(f"{given}: {error}") from error
        except KeyError:
            there = ", ".join(self.course.modules)
            raise Usage(f"no module {self.module!r} to check against; there are {there}") from None

    def demand_points(self, rules: Sequence[str]) -> None:
        """Raise Usage if points cannot be dealt out to these rules by the weights of the settings."""
        try:
            shares(rules, self.settings.weights_of(rules), self.settings.points)
        except ValueError as error:
            raise Usage(f"{self.settings.origin}: {error}") from error

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables from which programs read the parameters."""
        return tuple(each.variable for each in self.course.parameters)

    @property
    def environment(self) -> dict[str, str]:
        """The parameters as programs read them."""
        return {each.variable: str(self.parameters[each.name]) for each in self.course.parameters}

    @property
    def backend(self) -> str:
        """The backend of the sandbox; Usage if it confines nothing and ``--unsafe`` is not given."""
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
    own: Collection[click.Parameter],
    timeout: float,
) -> click.Command:
    """Return a command that judges: the callback gets JudgingOptions, and the values of its own options."""
    shared = _options(course, timeout)
    name = callback.__name__

    def run(**given: Any) -> int:
        values = {
            option.name: given.pop(str(option.name)) for option in shared if option.expose_value
        }
        return callback(_collect(course, values), **given)

    return click.Command(name, params=[*own, *shared], callback=run, help=summary)


def _collect(course: Course, values: dict[str, Any]) -> JudgingOptions:
    found = click.get_current_context().meta[_SETTINGS]
    assert isinstance(found, Settings)
    parameters = {each.name: values.pop(each.name) for each in course.parameters}
    if values["games"] is None:
        values["games"] = course.random_games(parameters)
    declared = values.pop("convention")
    if values.pop("trusting_move", False) and course.trusting:
        declared = dict([course.trusting]) | declared
    return JudgingOptions(
        course=course,
        settings=found,
        parameters=parameters,
        conventions={**found.conventions, **declared},
        **values,
    )


def _options(course: Course, timeout: float) -> list[click.Option]:
    parameters = [
        click.Option(
            [f"--{each.name}"], type=int, default=each.default, show_default=True, help=each.help
        )
        for each in course.parameters
    ]
    trusting = (
        [
            click.Option(
                ["--trusting-move"],
                is_flag=True,
                help=f"The same as --convention {'='.join(course.trusting)}: try no illegal move.",
            )
        ]
        if course.trusting
        else []
    )
    return [
        click.Option(
            ["--module"],
            default=course.default_module,
            show_default=True,
            help="The module to check against.",
        ),
        *parameters,
        click.Option(
            ["--convention"],
            multiple=True,
            callback=_read_conventions,
            metavar="NAME=VALUE",
            help="A deliberate difference, which is no fault"
            f"{f': {course.conventions}' * bool(course.conventions)}. May be given several times.",
        ),
        *trusting,
        click.Option(
            ["--seed"], type=int, default=0, show_default=True, help="Decides the random games."
        ),
        click.Option(
            ["--games"],
            type=click.IntRange(0),
            help="How many random games to play. Default: 1; more where there are no chosen games.",
        ),
        click.Option(
            ["--timeout"],
            default=timeout,
            show_default=True,
            type=Seconds(0.1, LONGEST_TIMEOUT),
            help="Seconds that a program has to answer a line of calls.",
        ),
        click.Option(
            ["--sandbox"],
            type=click.Choice((AUTO, *BACKENDS)),
            default=AUTO,
            show_default=True,
            help="How programs are confined; auto takes the best backend that works here.",
        ),
        click.Option(
            ["--unsafe"], is_flag=True, help="Run programs unconfined: only if you trust them."
        ),
        click.Option(
            ["--config"],
            type=click.Path(path_type=Path),
            metavar="FILE",
            is_eager=True,
            expose_value=False,
            callback=partial(_configure, course),
            help=f"A TOML file of settings. Default: [tool.{course.name}] in the pyproject.toml of "
            "this folder or of one above.",
        ),
    ]


_SETTINGS: Final = "modlab.settings"


def _configure(
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
