"""The command ``modspec``: the tools for any module, ``modspec COMMAND SPEC ...``.

SPEC is the path of a Python file or a dotted name. The module's own text says all that the tools
need, unless a registered course has the module, and then the course says more. So each command is
that of a course; see :class:`modlab.course.Course`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NoReturn

import click

from modcheck.near import near_match
from modlab.argument_order import ArgumentOrder, WordBeforeSpec
from modlab.command_line import (
    ABOUT_PROGRAMS,
    MODSPEC_COMMANDS,
    WITH_SPECS,
    WITHOUT_SPEC,
    Commands,
    make_command,
    run,
    version_option,
)
from modlab.commands.chosen_course import chosen_course
from modlab.commands.domain_values import read_domain
from modlab.commands.errors import Usage
from modlab.course import Course, courses, load
from modlab.specification_course import SpecificationCourse
from modspec import Module
from modspec.lint import Finding, FindingKind, Level, lint
from modspec.syntax.places import is_importable

NAME: Final = "modspec"

_HELP: Final = ("-h", "--help")

_BEFORE_SPEC: Final[Mapping[str, tuple[str, str]]] = {
    "course": ("", "new"),
    "init": ("the language", "python"),
}
"""What stands before SPEC, where it is not the first: how it is called, and an example."""

_ABOUT_A_MODULE: Final = ("new", "pack")
"""The commands of ``course`` that have a SPEC."""

_WITH_DOMAIN: Final = ("check", "grade", "rules")
"""The commands that take values to try, by the option ``--domain``."""

_ABOUT_CALLS: Final = (
    *ABOUT_PROGRAMS,
    "explain",
    "explore",
    "init",
    "prove",
    "rules",
    "run",
    "test",
)
"""The commands that make no sense for a module without access programs."""


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
            command.params.insert(cmd_name in _BEFORE_SPEC, _spec_argument())
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
            near = near_match(name, self.list_commands(ctx), "command")
            raise click.UsageError(f"there is no command {name!r}; {near}", ctx)
        command = self.get_command(ctx, name)
        if command is None or ctx.resilient_parsing or name in WITHOUT_SPEC:
            return name, command, rest
        words = _places_of_words(command, rest)
        if name not in (*WITH_SPECS, "docs") and not {*_HELP} & {*rest}:
            _order_of(command, name).demand(rest, words)
        if not (due := words[name in _BEFORE_SPEC :]):
            return name, command, rest
        spec = rest.pop(due[0])
        domain, rest = _with_domain(ctx, name, rest) if name in _WITH_DOMAIN else ({}, rest)
        course = course_of(spec, domain, rest, is_program=name in ABOUT_PROGRAMS)
        ctx.obj = course
        if name in _ABOUT_CALLS and not {*_HELP} & {*rest}:
            _demand_access_programs(spec, course.specification)
        command = make_command(name, course)
        command.context_settings = {"help_option_names": [*_HELP]}
        return name if name in _BEFORE_SPEC else f"{name} {spec}", command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error that the specification has brought about is said to be its."""
        try:
            return super().invoke(ctx)
        except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            where = _first_error(ctx.obj)
            if where is None:
                raise
            raise Usage(f"{where}; fix the specification first") from error


def _demand_access_programs(spec: str, module: Module) -> None:
    """Raise Usage if a module exports no access program, with the line that may be lacking."""
    if module.access_programs:
        return
    names = ", ".join(f'"{each.name}"' for each in module.local_functions)
    advice = f"; write those that it has, as in __all__ = [{names}]" if names else ""
    raise Usage(f"{spec} exports no access program{advice}")


def _places_of_words(command: click.Command, args: Sequence[str]) -> list[int]:
    """Return where arguments stand that are neither options nor their values.

    Those after ``--help`` are left out; and there are none if the command is about no module.
    """
    options = [each for each in command.params if isinstance(each, click.Option)]
    if isinstance(command, click.Group):
        if {*args} & ({*command.commands} - {*_ABOUT_A_MODULE}):
            return []
        for name in _ABOUT_A_MODULE:
            options += [
                each for each in command.commands[name].params if isinstance(each, click.Option)
            ]
    with_value = {name for each in options if not each.is_flag for name in each.opts}
    with_value |= {"--module", "--variant"}
    words, at = [], 0
    while at < len(args):
        if args[at] in _HELP:
            break
        is_option = args[at].startswith("-") and args[at] != "-"
        words += [] if is_option else [at]
        at += 2 if args[at] in with_value else 1
    return words


def _order_of(command: click.Command, name: str) -> ArgumentOrder:
    """Return the order of the arguments of a command."""
    before = None
    if name in _BEFORE_SPEC:
        before = WordBeforeSpec(*_BEFORE_SPEC[name], partial(_may_be_first, command))
    arguments = [
        each
        for each in command.params
        if isinstance(each, click.Argument) and each.metavar != "[SPEC]"
    ]
    return ArgumentOrder(
        f"{NAME} {name}",
        before,
        name in (*ABOUT_PROGRAMS, "test"),
        takes_words=isinstance(command, click.Group) or len(arguments) > 1,  # SPEC is one
        takes_only=any("--only" in each.opts for each in command.params),
    )


def _may_be_first(command: click.Command, word: str) -> bool:
    """Whether a word may be the first argument of a command, or the name of a part of it."""
    if isinstance(command, click.Group):
        return word in command.commands
    try:
        command.params[0].type.convert(word, None, None)
    except click.BadParameter:
        return False
    return True


def _spec_argument() -> click.Argument:
    return click.Argument(["spec"], expose_value=False)


def _with_domain(
    ctx: click.Context, name: str, args: Sequence[str]
) -> tuple[Mapping[str, Sequence[Any]], list[str]]:
    """Return the values to try that arguments of a command have, and the other arguments."""
    lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
    peek = click.Command(
        name, params=[_domain_option()], context_settings=lenient, add_help_option=False
    )
    found = peek.make_context(name, [*args], parent=ctx)
    return found.params["domain"], found.args


def _domain_option() -> click.Option:
    """Return the option that gives the values to try for a parameter."""
    return click.Option(
        ["--domain"],
        multiple=True,
        metavar="NAME=VALUES",
        callback=_domains,
        help='Try these values for a parameter: item=0..5,7, push.x=1,2, or name=\'"a","A"\'. '
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
    ``is_program`` says that programs are to implement the module. Raises Usage for what is the name
    of a module only in its course.
    """
    if domain or spec.endswith(".py"):
        return SpecificationCourse(spec, domain)
    for registered in map(load, courses().values()):
        if spec in registered.places and not is_importable(spec):
            raise Usage(f"no module {spec!r}; did you mean {registered.places[spec]}?")
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
) -> dict[str, Sequence[Any]]:
    """Return the values that ``item=0..5`` or ``push.x=1,2,7`` gives to parameters."""
    del ctx, param
    try:
        return dict(map(read_domain, values))
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


cli: Final = SpecificationCommands(
    NAME,
    help="Tools for module interface specifications: yours, in a Python file.",
    context_settings={"help_option_names": [*_HELP]},
    params=[version_option(NAME)],
)


def main() -> NoReturn:
    """Run the command line and exit."""
    run(cli, NAME)
