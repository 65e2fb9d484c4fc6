"""The command ``modspec``: the tools for any module, ``modspec COMMAND SPEC ...``.

SPEC is the path of a Python file or a dotted name. The module's own text says all that the tools
need, unless a registered course has the module, and then the course says more. So each command is
that of a course; see :class:`modlab.course.Course`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import click

from modcheck.near import near_match
from modlab.command_line import (
    ABOUT_PROGRAMS,
    MODSPEC_COMMANDS,
    WITHOUT_SPEC,
    Commands,
    make_command,
    run,
    version_option,
)
from modlab.commands.chosen_course import chosen_course
from modlab.commands.errors import Usage
from modlab.course import Course, courses, load
from modlab.specification_course import SpecificationCourse
from modspec.lint import Finding, FindingKind, Level, lint

NAME: Final = "modspec"

_BEFORE_SPEC: Final[Mapping[str, int]] = {"course": 1, "init": 1}
"""How many arguments stand before SPEC, where it is not the first."""

_ABOUT_A_MODULE: Final = ("new", "pack")
"""The commands of ``course`` that have a SPEC."""

_WITH_DOMAIN: Final = ("check", "grade", "rules")
"""The commands that take values to try, by the option ``--domain``."""


class _AnyCourse(Course):
    """Stands for the course of a SPEC in help texts and where SPEC is missing."""

    name = NAME
    modules = ()
    default_module = "the only one"


class SpecificationCommands(Commands):
    """The commands for any module, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted(MODSPEC_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, for any course; None if there is none."""
        if cmd_name not in MODSPEC_COMMANDS:
            return None
        command = make_command(cmd_name, _AnyCourse())
        if isinstance(command, click.Group):
            for name in _ABOUT_A_MODULE:
                command.commands[name].params.insert(0, _spec_argument())
        elif cmd_name not in WITHOUT_SPEC:
            command.params.insert(_BEFORE_SPEC.get(cmd_name, 0), _spec_argument())
        if cmd_name in _WITH_DOMAIN:
            command.params.append(_domain_option())
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, made for the course of SPEC.

        Where SPEC is missing, it is that for any course, which says so. If there is no command, say
        which one may be meant.
        """
        name, *rest = args
        if not ctx.resilient_parsing and name not in MODSPEC_COMMANDS:
            if name.endswith(".py"):
                raise click.UsageError(f"no command; did you mean {NAME} show {name}?", ctx)
            near = near_match(name, self.list_commands(ctx))
            raise click.UsageError(f"there is no command {name!r}; {near}", ctx)
        command = self.get_command(ctx, name)
        if command is None or ctx.resilient_parsing or name in WITHOUT_SPEC:
            return name, command, rest
        at = _index_of_spec(command, rest, _BEFORE_SPEC.get(name, 0))
        if at is None:
            return name, command, rest
        spec = rest.pop(at)
        domain, rest = _with_domain(ctx, rest) if name in _WITH_DOMAIN else ({}, rest)
        course = course_of(spec, domain, rest, is_program=name in ABOUT_PROGRAMS)
        ctx.obj = course
        command = make_command(name, course)
        command.context_settings = {"help_option_names": ["-h", "--help"]}
        return name if name in _BEFORE_SPEC else f"{name} {spec}", command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error that the specification has brought about is said to be its."""
        try:
            return super().invoke(ctx)
        except (AssertionError, ArithmeticError, LookupError) as error:
            where = _first_error(ctx.obj)
            if where is None:
                raise
            raise Usage(f"{where}; mend the specification, then programs can be judged") from error


def _index_of_spec(command: click.Command, args: Sequence[str], before: int) -> int | None:
    """Return where SPEC is among arguments, after so many others; None if it is not there."""
    options = [each for each in command.params if isinstance(each, click.Option)]
    if isinstance(command, click.Group):
        if not args or args[0] not in _ABOUT_A_MODULE:
            return None
        own = command.commands[args[0]].params
        options += [each for each in own if isinstance(each, click.Option)]
    with_value = {name for each in options if not each.is_flag for name in each.opts}
    with_value |= {"--module", "--variant"}
    at = 0
    while at < len(args):
        if args[at].startswith("-") and args[at] != "-":
            if args[at] in ("-h", "--help"):
                return None
            at += 2 if args[at] in with_value else 1
        elif before:
            before, at = before - 1, at + 1
        else:
            return at
    return None


def _spec_argument() -> click.Argument:
    return click.Argument(["spec"], expose_value=False)


def _with_domain(
    ctx: click.Context, args: Sequence[str]
) -> tuple[Mapping[str, Sequence[Any]], list[str]]:
    """Return the values to try that arguments have, and the other arguments."""
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    peek = click.Command(
        "peek", params=[_domain_option()], context_settings=lenient, add_help_option=False
    )
    found = peek.make_context(ctx.info_name, [*args], parent=ctx)
    return found.params["domain"], found.args


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


def course_of(
    spec: str,
    domain: Mapping[str, Sequence[Any]],
    arguments: Sequence[str] = (),
    is_program: bool = True,
) -> Course:
    """Return the registered course that has a module, which knows more; else one made of the text.

    The ``arguments`` may choose a variant of the registered course, or another of its modules.
    ``is_program`` says that programs are to implement the module.
    """
    if domain or spec.endswith(".py"):
        return SpecificationCourse(spec, domain)
    for registered in map(load, courses().values()):
        if spec.partition(".")[0] not in registered.packages:
            continue
        for name, place in registered.places.items():
            if place == spec and (name in registered.modules or not is_program):
                return chosen_course(registered, arguments, name, is_program=is_program)
    return SpecificationCourse(spec, domain)


def _first_error(course: Course | None) -> Finding | None:
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
