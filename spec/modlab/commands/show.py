"""The command ``show``: a module interface specification, in the terminal or as LaTeX."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Usage
from modlab.commands.options import flag
from modlab.course import Course
from modspec import Module, SpecificationError, declare
from modspec.print import latex as latex_printer
from modspec.print import terminal

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
    click.echo(
        latex_printer.page(specification) if latex else terminal.page(specification), nl=False
    )


def find(course: Course, name: str) -> Module:
    """Return a specification by its name in a course, its file, or its dotted name.

    Raises SpecificationError if there is none, or if it does not follow the notation.
    """
    known = course.specifications or course.modules
    if name in known:
        return course.module(name)
    if name.endswith(".py"):
        return _module_in_file(Path(name))
    is_dotted = all(part.isidentifier() for part in name.split("."))
    if not is_dotted or ("." not in name and not _is_importable(name)):
        raise SpecificationError(
            f"no module {name!r}; there are {', '.join(known)}, "
            "or give a path such as stack.py or a dotted name"
        )
    with _refusing(name):
        return declare(name)


def _is_importable(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # __main__, or another module that was not imported as modules are
        return False


def _module_in_file(path: Path) -> Module:
    try:
        is_file = path.is_file()
    except OSError as error:
        raise SpecificationError(f"no file {str(path)!r}: {error.strerror}") from error
    if not is_file:
        raise SpecificationError(f"no file {str(path)!r}; give the path of a specification")
    name = path.stem
    if name in sys.modules:  # the file is another module of that name
        name = f"specification.{name}"
    module_spec = importlib.util.spec_from_file_location(name, path.resolve())
    if module_spec is None or module_spec.loader is None or not path.stem.isidentifier():
        raise SpecificationError(f"{str(path)!r} is no Python module; name the file like stack.py")
    sys.path.insert(0, str(path.parent.resolve()))
    module = sys.modules[name] = importlib.util.module_from_spec(module_spec)
    try:
        with _refusing(str(path)):
            module_spec.loader.exec_module(module)
            return declare(name)
    finally:
        sys.path.pop(0)


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Turn whatever an import raises into a SpecificationError of one line."""
    try:
        yield
    except SpecificationError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SpecificationError(f"{name} cannot be imported: {why}") from error
