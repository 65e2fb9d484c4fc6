"""The command ``show``: a module interface specification, in the terminal or as LaTeX."""

from __future__ import annotations

import sys
from functools import partial
from typing import Final

import click

from modcheck.near import near_match
from modlab.commands.errors import Usage
from modlab.commands.options import flag
from modlab.course import Course
from modlab.specification_file import specification_at
from modlab.streams import lay_out
from modspec import Module, SpecificationError
from modspec.print import latex as latex_printer
from modspec.print import terminal
from modspec.syntax.places import is_importable

_HELP: Final = """Print the specification MODULE: {modules}, or your own.

Your own is the path of a Python file, or the dotted name of a module that can be imported.
"""


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    parameters: list[click.Parameter] = [
        click.Argument(["module"]),
        flag("--latex", "Print LaTeX, for a document of your own."),
    ]
    text = _HELP.format(modules=", ".join(course.specifications or course.modules))
    return click.Command("show", params=parameters, callback=partial(show, course), help=text)


def show(course: Course, module: str, latex: bool) -> None:
    """Print a specification."""
    try:
        specification = find(course, module)
    except SpecificationError as error:
        raise Usage(str(error)) from error
    _print(specification, latex)


def find(course: Course, name: str) -> Module:
    """Return a specification by its name in a course, its file, or its dotted name.

    Raises SpecificationError if there is none, or if it does not follow the notation.
    """
    known = course.specifications or course.modules
    if name in known:
        return course.module(name)
    if not name.endswith(".py") and "." not in name and not is_importable(name):
        raise SpecificationError(
            f"no module {name!r}; {near_match(name, known)} A path such as stack.py or a dotted "
            "name names a module of yours"
        )
    module, _, routine = name.partition(".")
    if module in known and not is_importable(module):
        raise SpecificationError(
            f"{routine} is no module; write show {module}, which has all of it"
        )
    return specification_at(name)


def modspec_command() -> click.Command:
    """Return the command for any module: SPEC is a file or a dotted name."""
    return click.Command(
        "show",
        params=[
            click.Argument(["spec"]),
            flag("--latex", "Print LaTeX, for a document of your own."),
        ],
        callback=show_specification,
        help="Print the module SPEC, a file or a dotted name, as a page.",
        short_help="Print a module as a page.",
    )


def show_specification(spec: str, latex: bool) -> None:
    """Print the specification at a place."""
    try:
        _print(specification_at(spec), latex)
    except SpecificationError as error:
        raise Usage(str(error)) from error


def _print(module: Module, latex: bool) -> None:
    page = partial(terminal.page, module)
    click.echo(latex_printer.page(module) if latex else lay_out(page, sys.stdout), nl=False)
