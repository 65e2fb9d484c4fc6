"""The command ``show``: a specification, in the terminal or as LaTeX; or a state of its module."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from modlab.commands.errors import Usage
from modlab.commands.options import flag, option
from modlab.commands.spec_argument import spec_of
from modlab.commands.written_calls import (
    file_options,
    parameter_options,
    parameter_values,
    written_calls,
)
from modlab.course import Course
from modlab.screen import screen_of
from modlab.specification_file import specification_at
from modlab.streams import lay_out
from modspec import Module
from modspec.print import latex as latex_printer
from modspec.print import terminal

_HELP: Final = """Print a specification as a page: SPEC{modules}, or your own.

Your own is the path of a Python file, or the dotted name of a module that can be imported.

With --moves or --from, show the state to which calls lead instead. {calls}
"""


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    known = course.specifications or course.modules
    return click.Command(
        "show",
        params=[
            click.Argument(["shown"], metavar="[SPEC]", type=spec_of(course), required=False),
            flag("--latex", "Print LaTeX, for a document of your own."),
            option("--moves", "Show the state after these calls.", metavar="CALLS"),
            *file_options(course),
            *parameter_options(course),
        ],
        callback=partial(show, course),
        help=_HELP.format(
            modules=f", one of {', '.join(known)}" if known[1:] else "", calls=course.calls_help
        ),
    )


def show(
    course: Course,
    shown: str | None,
    latex: bool,
    moves: str | None,
    file: Path | None,
    number: int | None,
    after: int | None,
    **given: Any,
) -> None:
    """Print a specification, or the state to which calls lead."""
    if moves is None and file is None:
        source = click.get_current_context().get_parameter_source
        for each in course.parameters:
            if source(each.name) is ParameterSource.COMMANDLINE:
                raise Usage(f"--{each.name} is of the state that --moves shows; give --moves")
        if number is not None or after is not None:
            raise Usage("--game and --after are of a game to show; give --from")
        print_page(specification_at(course.spec if shown is None else shown), latex)
        return
    used = "--moves" if file is None else "--from"
    if moves is not None and file is not None:
        raise Usage("--moves and --from each give a game; give one of them")
    if shown is not None or latex:
        surplus = "--latex" if latex else shown
        raise Usage(f"{used} shows a state of {course.default_module}; leave out {surplus}")
    notation = course.notation(parameter_values(course, given))
    reached = notation.reached_state(written_calls(moves or "", file, number, after))
    screen = screen_of(sys.stdout, os.environ)
    click.echo(screen.text(reached.lines(screen.width)))


def print_page(module: Module, latex: bool) -> None:
    """Print a specification in the terminal, or its LaTeX."""
    page = partial(terminal.page, module)
    click.echo(latex_printer.page(module) if latex else lay_out(page, sys.stdout), nl=False)
