"""``othello-mis show``: a module interface specification, in the terminal or as LaTeX."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import click

from modspec import Module, SpecificationError, declare
from modspec.readings.printing import latex_page, terminal
from othello_model.commands.errors import Usage
from othello_spec import MODULES
from othello_spec import module as othello_module


@click.command()
@click.argument("module")
@click.option("--latex", is_flag=True, help="Print LaTeX, for a document of your own.")
def show(module: str, latex: bool) -> None:
    """Print the specification MODULE: board, lines, othello, theorems, endings, symmetry, or your own.

    Your own is the path of a Python file, or the dotted name of a module that can be imported.
    """
    try:
        specification = _find(module)
    except SpecificationError as error:
        raise Usage(str(error)) from error
    click.echo(latex_page.page(specification) if latex else terminal.page(specification), nl=False)


def _find(name: str) -> Module:
    if name in MODULES:
        return othello_module(name)
    if name.endswith(".py"):
        return _from_file(Path(name))
    is_dotted = all(part.isidentifier() for part in name.split("."))
    if not is_dotted or ("." not in name and not _exists(name)):
        raise SpecificationError(
            f"no module {name!r}; there are {', '.join(MODULES)}, "
            "or give a path such as stack.py or a dotted name"
        )
    return _declared(name, name)


def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # it is __main__, or some other module that was not imported as modules are
        return False


def _from_file(path: Path) -> Module:
    try:
        is_file = path.is_file()
    except OSError as error:
        raise SpecificationError(f"no file {str(path)!r}: {error.strerror}") from error
    if not is_file:
        raise SpecificationError(f"no file {str(path)!r}; give the path of a specification")
    name = path.stem
    if name in sys.modules:  # not to be taken for another module of that name
        name = f"specification.{name}"
    module_spec = importlib.util.spec_from_file_location(name, path.resolve())
    if module_spec is None or module_spec.loader is None or not path.stem.isidentifier():
        raise SpecificationError(f"{str(path)!r} is no Python module; name the file like stack.py")
    sys.path.insert(0, str(path.parent.resolve()))
    module = sys.modules[name] = importlib.util.module_from_spec(module_spec)
    try:
        module_spec.loader.exec_module(module)
        return _declared(name, str(path))
    except SpecificationError:
        raise
    except (Exception, SystemExit) as error:
        raise SpecificationError(f"{path} cannot be imported: {_said(error)}") from error
    finally:
        sys.path.pop(0)


def _declared(name: str, shown: str) -> Module:
    try:
        return declare(name)
    except SpecificationError:
        raise
    except (Exception, SystemExit) as error:
        raise SpecificationError(f"{shown} cannot be imported: {_said(error)}") from error


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
