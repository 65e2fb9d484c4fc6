"""The command ``modspec``: the tools for any module, ``modspec COMMAND SPEC ...``.

SPEC is the path of a Python file or a dotted name. The module's own text says all that the tools
need: what to try comes from its types and constants, and the rules are its labels.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from modcheck.near import near_match
from modlab.ascii_flag import with_ascii_flag
from modlab.command_line import MODSPEC_COMMANDS, run, version_option
from modlab.commands.errors import Usage
from modlab.course import Course, courses, load
from modlab.specification_course import SpecificationCourse
from modspec import SpecificationError
from modspec.lint import Finding, FindingKind, Level, lint

NAME: Final = "modspec"

_SPEC_FIRST: Final = ("check", "grade", "rules")
"""The commands that are made for a course: that of the module which the first argument names."""


class SpecificationCommands(click.Group):
    """The commands for any module, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted(MODSPEC_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name; None if there is none."""
        if cmd_name not in MODSPEC_COMMANDS:
            return None
        module = import_module(f"modlab.commands.{cmd_name}")
        if cmd_name in _SPEC_FIRST:
            return _for_any_module(cmd_name, module.command)
        found = module.modspec_command()
        assert isinstance(found, click.Command)
        return with_ascii_flag(found)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; say which one may be meant if none."""
        name = args[0]
        if not ctx.resilient_parsing and name not in MODSPEC_COMMANDS:
            if name.endswith(".py"):
                raise click.UsageError(f"no command; did you mean {NAME} show {name}?", ctx)
            near = near_match(name, self.list_commands(ctx))
            raise click.UsageError(f"there is no command {name!r}; {near}", ctx)
        return super().resolve_command(ctx, args)


def _for_any_module(name: str, make: Callable[[Course], click.Command]) -> click.Command:
    """Return a command whose first argument is a specification; the rest is for the course's."""

    def call(spec: str, domain: Mapping[str, Sequence[Any]], rest: Sequence[str]) -> Any:
        is_help = spec in ("-h", "--help")
        try:
            course = Course() if is_help else course_of(spec, domain)
        except SpecificationError as error:
            raise Usage(str(error)) from error
        if is_help:
            course.name, course.default_module = NAME, "the only one"
        arguments = ["--help"] if is_help else list(rest)
        shown = f"{NAME} {name} {'SPEC' if is_help else spec}"
        command = make(course)
        if is_help:
            command.params.append(_domain_option())
        command.context_settings = {"help_option_names": ["-h", "--help"]}
        try:
            return command.main(arguments, shown, standalone_mode=False)
        except (AssertionError, ArithmeticError, LookupError) as error:
            where = _first_error(course)
            if where is None:
                raise
            raise Usage(f"{where}; mend the specification, then programs can be judged") from error

    return click.Command(
        name,
        params=[
            click.Argument(["spec"]),
            _domain_option(),
            click.Argument(["rest"], nargs=-1, type=click.UNPROCESSED),
        ],
        callback=call,
        short_help=MODSPEC_COMMANDS[name],
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )


def _domain_option() -> click.Option:
    """Return the option that gives the values to try for a parameter."""
    return click.Option(
        ["--domain"],
        multiple=True,
        metavar="NAME=VALUES",
        callback=_domains,
        help='Try these values for a parameter: item=0..5, push.x=1,2,7, or name=\'"a","A"\'. '
        "May be given several times.",
    )


def course_of(spec: str, domain: Mapping[str, Sequence[Any]]) -> Course:
    """Return the registered course that has a module, which tests it best; else one made of it."""
    if domain or spec.endswith(".py"):
        return SpecificationCourse(spec, domain)
    for place in courses().values():
        registered = load(place)
        if spec.partition(".")[0] not in registered.packages:
            continue
        for name in registered.modules:
            if registered.module(name).python_name == spec:
                own = copy(registered)
                own.default_module = name
                return own
    return SpecificationCourse(spec, domain)


def _first_error(course: Course) -> Finding | None:
    """Return the first place of a specification that has no meaning; None if none is found."""
    if not isinstance(course, SpecificationCourse):
        return None
    kinds = (FindingKind.TYPES, FindingKind.TOTALITY, FindingKind.INVARIANT)
    found = (each for each in lint(course.specification) if each.level is Level.ERROR)
    return next((each for each in found if each.kind in kinds), None)


def _domains(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, list[Any]]:
    """Return the values that ``item=0..5`` or ``push.x=1,2,7`` gives to parameters."""
    del ctx, param
    found: dict[str, list[Any]] = {}
    for text in values:
        name, _, listed = text.partition("=")
        low, dots, high = listed.partition("..")
        try:
            if dots:
                found[name] = list(range(int(low), int(high) + 1))
            else:
                found[name] = [ast.literal_eval(each) for each in listed.split(",")]
        except (ValueError, SyntaxError) as error:
            raise click.BadParameter(
                f"{text!r} has no values; write {name}=0..5, {name}=1,2,7, or strings in quotes: "
                f'{name}=\'"a","A"\''
            ) from error
        if not found[name]:
            raise click.BadParameter(f"{text!r} is empty: the first number is the greater one")
    return found


cli: Final = SpecificationCommands(
    NAME,
    help="Tools for module interface specifications: yours, in a Python file.",
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[version_option(NAME)],
)


def main() -> NoReturn:
    """Run the command line and exit."""
    run(cli, NAME)
