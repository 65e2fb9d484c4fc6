"""The option ``--variant`` of a course's commands: which game this process plays.

It is read before a command is imported, since a command may import the modules that the variant
changes. If the option is missing, the environment decides, and then the settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from modcheck.near import near_match
from modlab.commands.errors import Usage
from modlab.commands.options import option
from modlab.course import Course
from modlab.settings import SettingsError, settings
from modspec import SpecificationError


def variant_option(course: Course) -> click.Option:
    """Return the option, which changes nothing: its value was read before the command."""
    return option(
        "--variant",
        f"Another game: {', '.join(course.variants)}. Default: that of the settings.",
        metavar="NAME",
        expose_value=False,
    )


def choose_variant(course: Course, arguments: Sequence[str]) -> None:
    """Have this process play the variant that a command's arguments or the settings name.

    Raises Usage if there is none of that name, or if it is too late to choose it.
    """
    given = _option_values(arguments)
    name = given["variant"]
    if name is None and course.variant is None:
        config = given["config"]
        try:
            name = settings(course, None if config is None else Path(config)).variant
        except SettingsError:
            return  # the commands that read settings say what is wrong with them
    if name is None:
        return
    if name not in course.variants:
        near = near_match(name, [*course.variants])
        raise Usage(f"--variant {name}: there is no such variant; {near}")
    try:
        course.choose_variant(name)
    except SpecificationError as error:
        raise Usage(f"--variant {name}: {error}") from error


def _option_values(arguments: Sequence[str]) -> dict[str, str | None]:
    """Return the values of ``--variant`` and ``--config`` among a command's arguments."""
    options: list[click.Parameter] = [option("--variant", ""), option("--config", "")]
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    command = click.Command("peek", params=options, context_settings=lenient, add_help_option=False)
    return command.make_context("peek", list(arguments), resilient_parsing=True).params
