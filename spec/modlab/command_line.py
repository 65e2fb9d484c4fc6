"""The command line of a course: the commands that serve any module, and the course's own.

A command is imported when it is asked for. Every error is one line on standard error; the exit
codes are those of :class:`.commands.errors.Exit`.
"""

from __future__ import annotations

import atexit
import gc
import os
import platform
import re
import shlex
import signal
import sys
import traceback
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from modcheck.distribution import DISTRIBUTION
from modcheck.near import near_match
from modcheck.system.garbage import collect_seldom
from modlab.ascii_flag import with_ascii_flag
from modlab.commands.chosen_course import chosen_course, module_option, variant_option
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.interruption import Interrupted
from modlab.course import Course
from modlab.streams import prepare_streams
from modspec import OutsideNotation, SpecificationError

MODSPEC_COMMANDS: Final = {
    "check": "Judge an implementation of a module.",
    "compare": "Compare two modules.",
    "course": "Write an assignment for a class.",
    "docs": "Write a Sphinx project of modules.",
    "exercise": "Judge what you wrote in an exercise.",
    "explain": "Explain a call.",
    "explore": "Play with a module on a page in the browser.",
    "grade": "Judge a whole class.",
    "init": "Write a starter kit for a program.",
    "lint": "Look for what is doubtful in a module.",
    "new": "Write the skeleton of a module.",
    "prove": "Prove theorems and the invariant.",
    "rules": "Print the rules that programs are judged by.",
    "run": "Try a module by hand.",
    "show": "Print a module as a page.",
    "test": "Write the tests of an implementation.",
}
"""The commands for any module, each with a line of help. ``modlab.commands.NAME.command`` makes one
for a course."""

_TOO_MANY: Final = re.compile(r"Got unexpected extra arguments? \((.*)\)")
"""What click says of arguments that a command does not take."""

WITHOUT_SPEC: Final = ("exercise", "new")
"""The commands that are about no module of a course, and so about no variant."""

WITHOUT_MODULE: Final = ("course", "docs", *WITHOUT_SPEC)
"""The commands that are not about one module: the parts of ``course`` differ in this."""

WITH_SPECS: Final = ("compare", "explore", "lint")
"""The commands that have an argument SPEC besides."""

ABOUT_PROGRAMS: Final = ("check", "course", "grade")
"""The commands about programs: a course serves them for modules that programs implement."""

_ARGUMENTS: Final = "modlab.arguments"
"""Where the context of a command line has the command's name and its arguments."""

_SOLVERS: Final = {"z3": "z3-solver", "CrossHair": "crosshair-tool"}
"""What proves and refutes, each with the name of its distribution."""


def completion_line(name: str, shell: str = "bash") -> str:
    """Return the line that makes a shell, bash or zsh, complete the command of this name."""
    variable = _variable(f"_{name}", "COMPLETE")
    return f'eval "$({variable}={shell}_source {name})"'


def _variable(name: str, purpose: str) -> str:
    """Return the environment variable of the command of this name: ``MODSPEC_TRACEBACK``."""
    return f"{name}_{purpose}".replace("-", "_").upper()


def version_option(name: str) -> click.Option:
    """Return the option that shows the versions of a command and of what it works with."""

    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        del param
        if not value or ctx.resilient_parsing:
            return
        from importlib.metadata import (  # other commands begin without these
            PackageNotFoundError,
            version,
        )

        from modcheck.sandbox.backend import SandboxError
        from modcheck.sandbox.sandbox import AUTO, Sandbox

        click.echo(f"{name}, version {version(DISTRIBUTION)}")
        click.echo(f"Python {platform.python_version()}")
        for solver, package in _SOLVERS.items():
            try:
                click.echo(f"{solver} {version(package)}")
            except PackageNotFoundError:
                click.echo(f"{solver}: not installed")
        try:
            click.echo(f"sandbox {Sandbox.with_backend(AUTO).backend.name}")
        except SandboxError as error:
            click.echo(f"sandbox: none works here ({error})")
        ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show the versions of this program and of what it works with, and exit.",
    )


def make_command(name: str, course: Course) -> click.Command:
    """Return the command of a name, a key of :data:`MODSPEC_COMMANDS`, for a course."""
    found = import_module(f"modlab.commands.{name}").command(course)
    assert isinstance(found, click.Command)
    found.short_help = MODSPEC_COMMANDS[name]
    return with_common_options(found, course, name)


def with_common_options(command: click.Command, course: Course, name: str) -> click.Command:
    """Return a command of a name with the options that many have: the module, the variant, ASCII.

    There is a choice of modules, or of variants, only in a course that has several.
    """
    chosen = []
    if len(course.places) > 1 and name in MODSPEC_COMMANDS and name not in WITHOUT_MODULE:
        chosen.append(module_option(course))
    if course.variants and name not in WITHOUT_SPEC:
        chosen.append(variant_option(course))
    for each in command.commands.values() if isinstance(command, click.Group) else [command]:
        known = {parameter.name for parameter in each.params}  # a command may be made once
        each.params += [option for option in chosen if option.name not in known]
    return with_ascii_flag(command)


class Commands(click.Group):
    """Commands that count an error of a specification as wrong usage."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that the arguments name."""
        try:
            return super().invoke(ctx)
        except SpecificationError as error:
            raise Usage(_in_words_of_lint(error)) from error


def _in_words_of_lint(error: SpecificationError) -> str:
    """Return what is wrong with a specification as the lint says it, and how much more there is."""
    from modspec.lint import findings_of_refusal  # only where something is wrong

    if not _is_of_reading(error) or not (found := findings_of_refusal(error)):
        return str(error)
    first, *others = found
    more = f"; modspec lint shows {len(others)} more" if others else ""
    place = f"{first.file}:{first.line}:{first.column}"
    return f"{place}: {first.text}; {first.advice}{more}"


def _is_of_reading(error: SpecificationError) -> bool:
    """Whether an error comes of reading a file of a specification, and not of a call."""
    if isinstance(error, OutsideNotation) or isinstance(error.__cause__, SyntaxError):
        return True
    steps = traceback.extract_tb(error.__cause__.__traceback__) if error.__cause__ else ()
    return any(step.name == "<module>" for step in steps)  # it runs while a file is imported


class CourseCommands(Commands):
    """The commands of a course, found by name: those for any module, and its own."""

    def __init__(
        self,
        course: Course,
        own: Mapping[str, str],
        summary: str,
        plain_only: Collection[str] = (),
    ) -> None:
        """``own`` names, for each of the course's own commands, the module that has it.

        ``plain_only`` names the commands that know the modules as they stand, and no variant.
        """
        settings = {"help_option_names": ["-h", "--help"]}
        super().__init__(
            course.name,
            help=summary,
            epilog=(
                "\b\nYour shell completes commands after this line:\n"
                f"  {completion_line(course.name)}"
            ),
            context_settings=settings,
        )
        self.course, self._own, self._plain_only = course, own, plain_only
        self.params.append(version_option(course.name))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in alphabetical order."""
        return sorted({*MODSPEC_COMMANDS, *self._own})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, for the module that was chosen; None if there is none."""
        course = ctx.obj or self.course
        if cmd_name in self._own:
            found = getattr(import_module(self._own[cmd_name]), cmd_name)
            assert isinstance(found, click.Command)
            plain = cmd_name in self._plain_only
            return with_ascii_flag(found) if plain else with_common_options(found, course, cmd_name)
        return make_command(cmd_name, course) if cmd_name in MODSPEC_COMMANDS else None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error says how a module is named, if an argument names one."""
        try:
            return super().invoke(ctx)
        except (click.UsageError, Usage, Infrastructure) as error:
            named = self._module_among(*ctx.meta.get(_ARGUMENTS, ()))
            if named is None or isinstance(error, click.NoSuchOption):
                raise
            said = error.format_message().rstrip(". ")
            said += f"{'' if said.endswith('?') else ';'} {named} is a specification: "
            said += f"write --module {named}"
            if isinstance(error, click.UsageError):
                raise click.UsageError(said, error.ctx) from error
            raise type(error)(said) from error

    def _module_among(self, name: str = "", *rest: str) -> str | None:
        """Return the module that one of a command's arguments names; None if it is to name none."""
        if name not in {*MODSPEC_COMMANDS} - {*WITHOUT_MODULE, *WITH_SPECS} or "--module" in rest:
            return None
        names = {each: name for name, place in self.course.places.items() for each in (name, place)}
        return next((names[word] for word in rest if word in names), None)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; say which one may be meant if there is none.

        What names a program is most likely to be checked.
        """
        name, *rest = ctx.meta[_ARGUMENTS] = args
        if not ctx.resilient_parsing and name not in WITHOUT_SPEC:
            ctx.obj = chosen_course(self.course, rest, is_program=name in ABOUT_PROGRAMS)
            if name in self._plain_only and (variant := self.course.variant):
                raise Usage(f"{name} knows the plain game only, and not {variant.name}")
        if not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            if name.startswith("py:") or Path(name).suffix:
                near = f"did you mean {self.course.name} check {name}?"
            elif name == "help":
                near = f"write {self.course.name} {' '.join([*rest[:1], '--help'])}"
            else:
                near = near_match(name, self.list_commands(ctx), "command")
            raise click.UsageError(f"there is no command {name!r}; {near}", ctx)
        return super().resolve_command(ctx, args)


def run_course(commands: CourseCommands) -> NoReturn:
    """Run the command line of a course in this process and exit; every error is one line."""
    run(commands, commands.course.name, [each.variable for each in commands.course.parameters])


def _with_possibility(error: click.NoSuchOption) -> click.NoSuchOption:
    """Return the error with the one option that may be meant: a report's format is one as well."""
    from modlab.commands.reporting import FORMATS  # only where something is wrong

    word, context = error.option_name.lstrip("-"), error.ctx
    options = [option for each in context.command.params for option in each.opts] if context else []
    if word in {*FORMATS, "o", "output"} and "--report" in options:
        form = word if word in FORMATS else "html"
        message = f"No such option {error.option_name!r}; write --report {form}=FILE"
        return click.NoSuchOption(error.option_name, message, ctx=context)
    likely = {each.lstrip("-"): each for each in error.possibilities or ()}
    nearest = [likely[each] for each in get_close_matches(word, likely, 1)]  # the dashes aside
    return click.NoSuchOption(error.option_name, possibilities=nearest, ctx=context)


def _command_path(context: click.Context) -> str:
    """Return the names of a command and of those that it is a part of, without a SPEC."""
    above = f"{_command_path(context.parent)} " if context.parent else ""
    return above + str(context.command.name or context.info_name)


def _surplus(error: click.UsageError, line: list[str]) -> str:
    """Return which arguments of a line are too many, and the line that may be meant.

    A command that looks at some functions takes their names by its option --only. Empty if the
    error is another one.
    """
    found = _TOO_MANY.search(error.message)
    if not found or error.ctx is None:
        return ""
    words = found[1].split()
    left = [word for at, word in enumerate(line) if word not in words or word in line[:at]]
    surplus = f"{' '.join(words)} {'is' if len(words) == 1 else 'are'} too many"
    parameters = error.ctx.command.params
    has_arguments = any(isinstance(each, click.Argument) for each in parameters)
    if any(word.endswith(".py") for word in words):
        return f"{error.ctx.command.name} takes one file; write {shlex.join(left)}"
    if not has_arguments and any("--only" in each.opts for each in parameters):
        if any(word.startswith("py:") for word in words):
            return f"{surplus}; {_advice_for_program(error.ctx, left, words)}"
        only = [part for word in words for part in ("--only", word)]
        return f"{surplus}; did you mean {shlex.join([*left, *only])}?"
    return f"{surplus}; write {shlex.join(left)}"


def _advice_for_program(ctx: click.Context, left: list[str], program: list[str]) -> str:
    """Return what to write in place of a proof of a specification that names a program."""
    name, course = str(ctx.command.name).partition(" ")[0], ctx.find_object(Course)
    if course is not None and name in course.proves_programs:
        return f"did you mean {shlex.join([course.name, name, *program])}?"
    judged = [*("check" if word == name else word for word in left), *program]
    return f"{name} is of the specification alone; {shlex.join(judged)} judges a program"


def _message(error: click.UsageError) -> str:
    """Return what an error says; for a group without a command this is not the whole help."""
    group = error.ctx.command if error.ctx else None
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and isinstance(group, click.Group):
        return f"no command is given; the commands are: {', '.join(group.commands)}"
    return error.format_message()


class Terminated(KeyboardInterrupt):
    """This process is asked to end. (An implementation in it that exits raises SystemExit.)"""


def run(commands: click.Group, name: str, variables: Iterable[str] = ()) -> NoReturn:
    """Run the command line of this process and exit; every error is one line.

    The environment variables that are named count for nothing: an option gives their values. If the
    command's variable ``TRACEBACK`` is set, an error of the tools themselves shows where it is.
    """
    for variable in variables:
        os.environ.pop(variable, None)
    signal.signal(signal.SIGTERM, _terminate)
    collect_seldom()
    atexit.register(gc.freeze)  # no garbage is looked for at the end: all memory is given back
    prepare_streams()
    arguments = sys.argv[1:] or ["--help"]
    try:
        code = commands.main(arguments, prog_name=name, standalone_mode=False)
    except click.UsageError as error:
        if isinstance(error, click.NoSuchOption):
            error = _with_possibility(error)
        if told := _surplus(error, [name, *arguments]):
            _fail(f"{name}: {told}", Exit.USAGE)
        path = _command_path(error.ctx) if error.ctx else name
        _fail(f"{path}: {_message(error)} (see {path} --help)", Exit.USAGE)
    except click.ClickException as error:
        _fail(f"{name}: {error.format_message()}", error.exit_code)
    except (click.Abort, KeyboardInterrupt) as error:
        cause = error.__cause__ or error
        if isinstance(cause, Terminated):
            sys.exit(Exit.TERMINATED)
        if isinstance(cause, Interrupted):
            sys.exit(Exit.INTERRUPTED)
        _fail(f"{name}: interrupted", Exit.INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has had enough: no complaint about it
        sys.exit(Exit.CONFORMS)
    except Exception as error:
        variable = _variable(name, "TRACEBACK")
        if os.environ.get(variable):
            raise
        what = f"{type(error).__name__}: {error}"
        _fail(
            f"{name}: a fault of its own, {what}; set {variable}=1 to see where",
            Exit.INFRASTRUCTURE,
        )
    sys.exit(code if isinstance(code, int) else Exit.CONFORMS)


def _terminate(number: int, frame: object) -> None:
    """End as at any exit, so that programs under test are ended too."""
    del number, frame
    raise Terminated


def _fail(message: str, code: int) -> NoReturn:
    click.echo(" ".join(message.split()), err=True)
    sys.exit(code)
