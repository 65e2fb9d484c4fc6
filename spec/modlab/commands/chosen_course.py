"""The options ``--module`` and ``--variant``: which module of a course a command is about, and in
which game this process has it.

They are read before a command is made, since a command may import the modules that the variant
changes, and says in its help text what it is about. If an option is missing, the settings decide;
of the variant, first the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from modcheck.near import near_match
from modlab.commands.errors import Usage
from modlab.commands.options import option
from modlab.course import Course
from modlab.settings import Settings, SettingsError, settings
from modspec import SpecificationError


def variant_option(course: Course) -> click.Option:
    """Return the option, which changes nothing: its value was read before the command."""
    return _choice("variant", f"Another game: {', '.join(course.variants)}", "that of the settings")


def module_option(course: Course) -> click.Option:
    """Return the option, which changes nothing: its value was read before the command."""
    return _choice("module", f"Another module: {', '.join(course.modules)}", course.default_module)


def _choice(name: str, text: str, usual: str) -> click.Option:
    return option(f"--{name}", f"{text}. Default: {usual}.", metavar="NAME", expose_value=False)


def chosen_course(
    course: Course, arguments: Sequence[str], spec: str | None = None, *, is_program: bool
) -> Course:
    """Return a course with the default module that arguments name, in the variant that they name.

    ``spec`` is the name of the module that SPEC stands for, if there is a SPEC: then the settings
    do not choose the module. ``is_program`` says that programs are to implement it. Raises Usage if
    there is no such module or variant, or if it is too late to choose the variant.
    """
    given = _option_values(arguments)
    found = _settings(course, given["config"])
    variant = given["variant"]
    if variant is None and course.variant is None:
        variant = found.variant
    if variant is not None:
        _choose_variant(course, variant)
    module = given["module"]
    if module is None:
        module = spec or found.module or course.default_module
    known = [each for each in course.places if each in course.modules or not is_program]
    if module not in known:
        purpose = " to check against" if is_program else ""
        raise Usage(f"no module {module!r}{purpose}; {near_match(module, known, 'module')}")
    return course.about(module)


def _choose_variant(course: Course, name: str) -> None:
    if name not in course.variants:
        near = near_match(name, [*course.variants], "variant")
        raise Usage(f"--variant {name}: there is no such variant; {near}")
    try:
        course.choose_variant(name)
    except SpecificationError as error:
        raise Usage(f"--variant {name}: {error}") from error


def _settings(course: Course, config: str | None) -> Settings:
    """Return the settings; those of no file if they make no sense.

    The commands that judge by them say what is wrong.
    """
    try:
        return settings(course, None if config is None else Path(config))
    except SettingsError:
        return Settings(course)


def _option_values(arguments: Sequence[str]) -> dict[str, str | None]:
    """Return the values of the options among a command's arguments."""
    options: list[click.Parameter] = [
        option(f"--{name}", "") for name in ("module", "variant", "config")
    ]
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    command = click.Command("peek", params=options, context_settings=lenient, add_help_option=False)
    return command.make_context("peek", list(arguments), resilient_parsing=True).params
