"""``othello-mis prove``: what the specification claims of itself, as for every module; and: does a
bitboard kernel compute what the specification says?
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from modcheck.distribution import install_line
from modcheck.system.pool import Pool, PoolTask, TaskEnd, TaskOutcome
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.options import Seconds
from modlab.commands.prove import options, prove_specification
from modlab.course import Course

_REQUIRED = ("valid_moves", "flips")
"""A kernel has to offer one of these."""

_OPTIONAL = ("place", "can_move", "over", "next_turn")


@click.command(
    cls=CommandWithExitCodes,
    short_help="Prove theorems and the invariant, or that your kernel is right.",
    exit_codes={
        Exit.CONFORMS: "proved",
        Exit.DEVIATES: "a counterexample is drawn",
        Exit.USAGE: "wrong usage",
        Exit.INFRASTRUCTURE: "it cannot be tried",
    },
)
@click.argument("kernel", metavar="[PY:MODULE[:OBJECT]]", required=False)
@click.option(
    "--width",
    "widths",
    type=click.Choice(["64", "128"]),
    multiple=True,
    help="How wide words are: 64 bits as in NumPy or C, 128 as good as Python's integers."
    " Default: both.",
)
@click.option(
    "--timeout",
    default=60.0,
    show_default=True,
    type=Seconds(0.1, 3600),
    help="Seconds that each function of a kernel may take with each width.",
)
@click.pass_obj
def prove(
    course: Course,
    kernel: str | None,
    widths: tuple[str, ...],
    timeout: float,
    only: tuple[str, ...],
    strict: bool,
) -> int:
    """Prove theorems and the invariant of the specification; or prove a bitboard kernel equal to
    it, or draw a board where it is wrong.

    The module of a kernel, or an object in it, offers valid_moves(own, opponent), flips(own,
    opponent, square) of an empty square, or both: words in which bit 8 * row + col is a square, row
    0 and column 0 being a1. It must not branch on words: no if, no while, only operators such as &
    | ^ << >> + and -. It is trusted: it runs in a process of its own, but not in a sandbox.
    """
    if kernel is None:
        source = click.get_current_context().get_parameter_source
        for name, option in (("widths", "--width"), ("timeout", "--timeout")):
            if source(name) is ParameterSource.COMMANDLINE:
                raise Usage(f"{option} is about a kernel; name one, as in py:my_kernel")
        return prove_specification(course, only, strict)
    if only or strict:
        raise Usage("--only and --strict are about the specification: give no kernel")
    try:
        import z3  # noqa: F401  # the worker needs it
    except ImportError as error:
        raise Infrastructure(f"z3 is not installed: {install_line('verify')}") from error
    code = Exit.CONFORMS
    with Pool(jobs=1) as pool:
        place = (str(Path.cwd()), kernel)
        offered = _ask(pool, "offered_functions", place, timeout, f"{kernel} is not loaded")
        for width in map(int, widths or ("64", "128")):
            for function in offered:
                what = f"{function} is not done with words of {width} bits"
                lines, verdict = _ask(pool, "attempt", (*place, function, width), timeout, what)
                click.echo("\n".join(lines))
                if verdict is Exit.DEVIATES:
                    return Exit.DEVIATES
                code = max(code, verdict)
    return code


def _ask(pool: Pool, function: str, argument: Any, seconds: float, what: str) -> Any:
    """Return the reply of a function of this module, called in another process.

    A kernel may loop for ever: the process is killed after so many seconds of processor time.
    """
    task = PoolTask(f"{__name__}:{function}", argument, cpu=seconds, wall=10 * seconds + 30)
    pool.submit(task)
    messages = [message for _, message in pool.messages()]
    for message in messages:
        if isinstance(message, click.ClickException):
            raise message
        if isinstance(message, TaskEnd) and message.outcome is TaskOutcome.TIMED_OUT:
            raise Infrastructure(f"{what} after {seconds:g} s; see --timeout")
        if isinstance(message, TaskEnd) and message.fault:
            raise Infrastructure(f"{what}: {message.fault}")
    return messages[0]


prove.params += options()


# -- in the other process --------------------------------------------------------------------------


def offered_functions(place: tuple[str, str]) -> Iterator[list[str] | click.ClickException]:
    """Yield the names of the functions that the kernel offers, or an error."""
    _, path = place
    try:
        kernel = _load(*place)
    except click.ClickException as error:
        yield error
        return
    names = [n for n in (*_REQUIRED, *_OPTIONAL) if callable(getattr(kernel, n, None))]
    if set(names) & set(_REQUIRED):
        yield names
    else:
        yield Usage(
            f"{path} offers neither {' nor '.join(_REQUIRED)}; "
            "write valid_moves(own, opponent) or flips(own, opponent, square)"
        )


@cache
def _load(folder: str, path: str) -> Any:
    module, _, name = path.removeprefix("py:").partition(":")
    stem = Path(path.removeprefix("py:")).stem if path.endswith(".py") else ""
    hint = f"; did you mean py:{stem}?" if stem.isidentifier() else ""
    if not path.startswith("py:") or not all(part.isidentifier() for part in module.split(".")):
        raise Usage(f"{path!r} names no Python module; write py:package.module{hint}")
    sys.path.insert(0, folder)
    try:
        found: Any = importlib.import_module(module)
        return getattr(found, name) if name else found
    except BaseException as error:  # even if it exits
        why = f"{type(error).__name__}: {error}{hint}"
        raise Infrastructure(f"{path} cannot be loaded: {why}") from error


def attempt(
    task: tuple[str, str, str, int],
) -> Iterator[tuple[list[str], Exit] | click.ClickException]:
    """Try to prove a function with words of one width. Yield a report and an exit code."""
    from modspec.prove.prover import prove_all
    from othello_proofs.obligations.kernel_goals import (
        KernelGoals,
        reply_to_counterexample,
        wrong_reply,
    )

    folder, path, function, width = task
    words = f"words of {width} bits"
    try:
        kernel = _load(folder, path)
        result = prove_all(f"kernel.{function}", KernelGoals(kernel, width).of(function))
        found = reply_to_counterexample(kernel, result, width=width) if result.failed else None
        wrong = wrong_reply(kernel, function, width) if result.is_proved else None
    except BaseException as error:  # noqa: BLE001  # even if it exits
        why = f"{function} cannot be evaluated on {words}: {_format_error(error)}"
        if function in _OPTIONAL:
            yield [f"– {words}: {function} is left out; {why}"], Exit.CONFORMS
        else:
            yield Infrastructure(why)
        return
    if found is not None:
        headline = f"✗ {words}: {function} is not what the specification says"
        lines = [headline, *found.refutation().lines()]
        if not found.is_wrong:
            lines.append(f"  On plain integers it is right here: it differs only on {width} bits.")
        yield lines, Exit.DEVIATES
    elif result.undecided or result.met == 0:
        why = result.undecided[0][1] if result.undecided else "no board meets what it assumes"
        yield [f"? {words}: {function} is undecided ({why})"], Exit.INFRASTRUCTURE
    elif wrong is not None:
        call = f"{function}{tuple(map(hex, wrong.words))}"
        yield Infrastructure(
            f"{function} says one thing to the prover and another when it is run: "
            f"{call} is {wrong.got!r}, not {wrong.expected!r}"
        )
    else:
        goals = f"{result.goals} goals" if result.goals > 1 else "1 goal"
        yield [f"✓ {words}: {function} is right on every board ({goals})"], Exit.CONFORMS


def _format_error(error: BaseException) -> str:
    """Return the error, its place in the kernel, and how to write the kernel instead."""
    from modspec.lift import Symbolic

    ours = {"modspec", "othello_model", "othello_proofs", "othello_mis", "z3"}
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not ours & set(Path(frame.filename).parts)]
    place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    advice = "; write with & | ^ ~ << >> + - only" if isinstance(error, Symbolic) else ""
    return f"{type(error).__name__}: {error}{place}{advice}"
