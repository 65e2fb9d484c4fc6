"""``othello-mis prove``: is this bitboard kernel the specification, for every board there is?"""

from __future__ import annotations

import gc
import importlib
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec, TypeVar

import click

from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.options import Seconds

_DEMANDED = ("valid_moves", "flips")
_OPTIONAL = ("place", "can_move", "over", "next_turn")
_LONGEST_TIMEOUT = 3600
_AGAIN = 0.01
"""Seconds after which an alarm that was not heard is repeated."""

P = ParamSpec("P")
T = TypeVar("T")


@click.command()
@click.argument("kernel", metavar="PY:MODULE[:OBJECT]")
@click.option(
    "--width",
    "widths",
    type=click.Choice(["64", "128"]),
    multiple=True,
    help="How wide words are: 64 bits as in NumPy or C, 128 as good as Python's integers. Default: both.",
)
@click.option(
    "--timeout",
    default=60.0,
    show_default=True,
    type=Seconds(0.1, _LONGEST_TIMEOUT),
    help="Seconds that each function may take with each width.",
)
def prove(kernel: str, widths: tuple[str, ...], timeout: float) -> int:
    """Prove a bitboard kernel equal to the specification, or draw a board where it is not.

    The module, or an object in it, offers valid_moves(own, opponent), flips(own, opponent, square) of an
    empty square, or both: words in which bit 8 * row + col is a square, row 0 and column 0 being a1. It
    must not branch on words: no if, no while, only operators such as & | ^ << >> + and -. It is trusted, and
    runs in this process.

    Exit code 0: proved; 1: a counterexample is drawn; 2: wrong usage; 3: it cannot be tried.
    """
    _demand_z3()
    subject = _within(timeout, f"{kernel} is not loaded", _loaded, kernel)
    offered = [name for name in (*_DEMANDED, *_OPTIONAL) if callable(getattr(subject, name, None))]
    if not set(offered) & set(_DEMANDED):
        raise Usage(
            f"{kernel} offers neither {' nor '.join(_DEMANDED)}; "
            "write valid_moves(own, opponent) or flips(own, opponent, square)"
        )
    code = Exit.CONFORMS
    for width in map(int, widths or ("64", "128")):
        for function in offered:
            what = f"{function} is not done with words of {width} bits"
            lines, verdict = _within(timeout, what, _tried, subject, function, width)
            click.echo("\n".join(lines))
            if verdict is Exit.DEVIATES:
                return verdict
            code = max(code, verdict)
    return code


def _demand_z3() -> None:
    try:
        import z3  # noqa: F401  # asked for, and used elsewhere
    except ImportError as error:
        raise Infrastructure("z3 is not installed: pip install 'othello-mis[verify]'") from error


class _TimedOut(KeyboardInterrupt):
    """That time is up; like an interrupt it is not for those who catch errors of their own."""


def _within(
    seconds: float, what: str, work: Callable[P, T], *arguments: P.args, **options: P.kwargs
) -> T:
    """What the work comes to. It is given up after some time: a kernel may loop for ever.

    The alarm is raised wherever the work happens to be, so it is repeated until the work has ended, and
    then it does not matter with what: in a ``__del__``, as every term of z3's has one, Python drops what
    is raised; ctypes makes another error of it; and terms that are only half made complain when they go.
    """
    late = False

    def give_up(number: int, frame: FrameType | None) -> None:
        nonlocal late
        if frame is None or frame.f_code not in ours:  # there the work has ended, or is being told
            late = True
            raise _TimedOut

    def dropped(unraisable: sys.UnraisableHookArgs) -> None:
        if not late:
            hook(unraisable)

    ours = (_within.__code__, give_up.__code__)
    hook, sys.unraisablehook = sys.unraisablehook, dropped
    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        result = work(*arguments, **options)
        if not late:
            return result
    except BaseException:  # whatever has become of the alarm
        if not late:
            raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if late:
            gc.collect()  # what is half made complains now, when nobody listens
        sys.unraisablehook = hook
    raise Infrastructure(f"{what} after {seconds:g} s; see --timeout")


def _loaded(path: str) -> Any:
    module, _, name = path.removeprefix("py:").partition(":")
    if not path.startswith("py:") or not all(part.isidentifier() for part in module.split(".")):
        raise Usage(f"{path!r} names no Python module; write py:package.module{_meant(path)}")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = importlib.import_module(module)
        return getattr(found, name) if name else found
    except (KeyboardInterrupt, click.ClickException):
        raise
    except BaseException as error:  # it may even exit: that is no proof
        raise Infrastructure(
            f"{path} cannot be loaded: {type(error).__name__}: {error}{_meant(path)}"
        ) from error


def _meant(path: str) -> str:
    """A module that is probably meant, if it is the name of a file that was given."""
    stem = Path(path.removeprefix("py:")).stem if path.endswith(".py") else ""
    return f"; did you mean py:{stem}?" if stem.isidentifier() else ""


def _tried(subject: Any, function: str, width: int) -> tuple[list[str], Exit]:
    """What to say of one function with words of one width, and the exit code."""
    from modspec.prove.prover import prove_all
    from othello_proofs.obligations.counterexamples import drawn, of_kernel
    from othello_proofs.obligations.kernel_goals import Obligations
    from othello_proofs.obligations.plain_words import disagreement

    try:
        result = prove_all(f"kernel.{function}", Obligations(subject, width).of(function))
        difference = of_kernel(subject, result, width=width) if result.failed else None
        differs = disagreement(subject, function, width) if result.is_proved else ""
    except (KeyboardInterrupt, click.ClickException):
        raise
    except BaseException as error:  # it may even exit: that is no proof
        why = f"{function} cannot be evaluated on words of {width} bits: {_told(error)}"
        if function in _OPTIONAL:
            return [f"– words of {width} bits: {function} is left out; {why}"], Exit.CONFORMS
        raise Infrastructure(why) from error
    if difference is not None:
        lines = [f"✗ words of {width} bits: {function} is not what the specification says"]
        lines += drawn(difference)
        if not difference.is_real:
            lines.append(
                f"  Run on plain integers it is right here: it computes otherwise on {width} bits."
            )
        return lines, Exit.DEVIATES
    if result.undecided or result.met == 0:
        why = result.undecided[0][1] if result.undecided else "no board meets what it assumes"
        return [f"? words of {width} bits: {function} is undecided ({why})"], Exit.INFRASTRUCTURE
    if differs:
        raise Infrastructure(
            f"{function} says one thing to the prover and another when it is run: {differs}"
        )
    goals = f"{result.goals} goals" if result.goals > 1 else "1 goal"
    said = f"✓ words of {width} bits: {function} is right on every board ({goals})"
    return [said], Exit.CONFORMS


def _told(error: BaseException) -> str:
    """The error, where in the kernel it arose and, where that is the reason, what may not be done."""
    from modspec.lift import Symbolic

    frames = traceback.extract_tb(error.__traceback__)
    theirs = [
        f for f in frames if not {"modspec", "othello_model", "z3"} & set(Path(f.filename).parts)
    ]
    place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    advice = "; write with & | ^ ~ << >> + - only" if isinstance(error, Symbolic) else ""
    return f"{type(error).__name__}: {error}{place}{advice}"
