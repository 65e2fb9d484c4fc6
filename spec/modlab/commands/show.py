"""``othello-mis show``: a module interface specification, in the terminal or as LaTeX; or a position."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import click

from modlab.commands.errors import Usage
from modspec import Module, SpecificationError, declare
from modspec.print import latex_page, terminal
from othello_mis.replay.position import position
from othello_mis.replay.replayed_game import replayed_game
from othello_spec import MODULES
from othello_spec import module as othello_module
from othello_spec.board import SIZE
from othello_spec.records.malformed import Malformed
from othello_spec.records.move_lists import plies
from othello_spec.records.squares import SIZES


@click.command()
@click.argument("module", required=False)
@click.option("--latex", is_flag=True, help="Print LaTeX, for a document of your own.")
@click.option("--moves", metavar="MOVES", help='Draw the board after moves such as "f5 d6 c3".')
@click.option("--size", type=int, metavar="N", help="Of the board of --moves; default: 8.")
def show(module: str | None, latex: bool, moves: str | None, size: int | None) -> None:
    """Print the specification MODULE, such as board, lines or othello, or your own.

    Your own is the path of a Python file, or the dotted name of a module that can be imported.

    With --moves, draw a position instead: whose turn it is, the valid moves in brackets, the discs.
    """
    if moves is not None:
        if module is not None or latex:
            raise Usage(f"--moves draws a position: give no {'MODULE' if module else '--latex'}")
        _draw(moves, SIZE if size is None else size)
        return
    if module is None:
        raise click.UsageError("Missing argument 'MODULE'; name one, or give --moves.")
    if size is not None:
        raise Usage("--size is the size of the board that --moves draws; give --moves")
    try:
        specification = _find(module)
    except SpecificationError as error:
        raise Usage(str(error)) from error
    click.echo(latex_page.page(specification) if latex else terminal.page(specification), nl=False)


def _draw(text: str, size: int) -> None:
    """The position after the moves."""
    if size not in SIZES:
        raise Usage(f"no board of {size}x{size}; sizes are even, from {SIZES[0]} to {SIZES[-1]}")
    try:
        played = replayed_game(plies(text, size), size)
    except Malformed as error:
        raise Usage(str(error)) from error
    if played.offence:
        raise Usage(played.offence.complaint)
    click.echo("\n".join(position(played)))


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
