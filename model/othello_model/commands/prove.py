"""``othello-mis prove``: is this bitboard kernel the specification, for every board there is?"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from othello_model.commands.errors import Exit, Infrastructure, Usage
from othello_model.kernel import STANDARD

_OFFERED = ("valid_moves", "flips")
_ALSO = ("place", "can_move", "over", "next_turn")


@click.command()
@click.argument("kernel", metavar="PY:MODULE[:OBJECT]")
@click.option(
    "--width",
    "widths",
    type=click.Choice(["64", "128"]),
    multiple=True,
    help="How wide words are: 64 bits as in NumPy or C, 128 as good as Python's integers. Default: both.",
)
def prove(kernel: str, widths: tuple[str, ...]) -> int:
    """Prove a bitboard kernel equal to the specification, or draw a board where it is not.

    The module, or an object in it, offers valid_moves(own, opponent), flips(own, opponent, square), or
    both: words in which bit 8 * row + col is a square, row 0 and column 0 being a1. It must not branch
    on words: no if, no while, only operators such as & | ^ << >> + and -. It runs in this process.

    Exit code 0: proved; 1: a counterexample is drawn; 2: wrong usage; 3: it cannot be tried.
    """
    subject = _loaded(kernel)
    functions = [name for name in (*_OFFERED, *_ALSO) if callable(getattr(subject, name, None))]
    if not set(functions) & set(_OFFERED):
        raise Usage(
            f"{kernel} offers neither {' nor '.join(_OFFERED)}; "
            "write valid_moves(own, opponent) or flips(own, opponent, square)"
        )
    for width in map(int, widths or ("64", "128")):
        for function in functions:
            lines, proved = _tried(subject, function, width)
            click.echo("\n".join(lines))
            if not proved:
                return Exit.DEVIATES
    return Exit.CONFORMS


def _loaded(path: str) -> Any:
    if not path.startswith("py:"):
        raise Usage(f"{path!r} names no Python module; write py:package.module")
    module, _, name = path.removeprefix("py:").partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        raise Usage(f"{path!r} names no Python module; write py:package.module")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = importlib.import_module(module)
        return getattr(found, name) if name else found
    except Exception as error:
        raise Infrastructure(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error


def _tried(subject: Any, function: str, width: int) -> tuple[list[str], bool]:
    """What to say of one function with words of one width, and whether it is proved."""
    try:
        from modspec.proving.prover import prove_all
        from othello_model.obligations.counterexamples import drawn, of_kernel
        from othello_model.obligations.kernel_goals import Obligations
    except ImportError as error:
        raise Infrastructure(
            f"{error.name} is not installed: pip install 'othello-mis[verify]'"
        ) from error
    try:
        result = prove_all(f"kernel.{function}", Obligations(subject, width).of(function))
        if not result.failed:
            return list(_said(function, width, result)), result.proved
        difference = of_kernel(subject, result)
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise Infrastructure(
            f"{function} cannot be evaluated on symbolic words of {width} bits: {what}; "
            "it may only compute with & | ^ ~ << >> + -, and not ask what a word is"
        ) from error
    lines = [f"✗ words of {width} bits: {function} is not what the specification says"]
    lines += drawn(difference, STANDARD)
    if not difference.is_real:
        lines.append(
            f"  Run on Python's integers it is right here: words of {width} bits compute otherwise."
        )
    return lines, False


def _said(function: str, width: int, result: Any) -> Iterator[str]:
    if result.proved:
        goals = f"{result.goals} goals" if result.goals > 1 else "1 goal"
        yield f"✓ words of {width} bits: {function} is right on every board ({goals})"
    else:
        why = result.undecided[0][1] if result.undecided else "no board meets what it assumes"
        yield f"? words of {width} bits: {function} is undecided ({why})"
