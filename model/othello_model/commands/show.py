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
    """Print the specification MODULE: board, lines, othello, theorems, or one of your own.

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
    if "." not in name and importlib.util.find_spec(name) is None:
        raise SpecificationError(
            f"no module {name!r}; there are {', '.join(MODULES)}, "
            "or give a path such as stack.py or a dotted name"
        )
    return declare(name)


def _from_file(path: Path) -> Module:
    if not path.is_file():
        raise SpecificationError(f"no file {str(path)!r}; give the path of a specification")
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        return declare(path.stem)
    except SpecificationError:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise SpecificationError(f"{path} cannot be imported: {what}") from error
    finally:
        sys.path.pop(0)
