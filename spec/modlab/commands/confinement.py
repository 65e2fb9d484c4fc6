"""How programs are confined, as the command line says it."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import BACKENDS, Sandbox
from modcheck.system import serve
from modcheck.system.pipe import Pipe
from modlab.commands.errors import Infrastructure, Usage
from othello_spec.records.squares import SIZE_VARIABLE

_BEST = "auto"


def confining(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say how a program is confined: ``rung``, ``unsafe`` and ``folder``."""
    options = (
        click.option(
            "--sandbox",
            "rung",
            type=click.Choice((_BEST, *BACKENDS)),
            default=_BEST,
            show_default=True,
            help="How a program is confined; auto takes the best that works here.",
        ),
        click.option(
            "--unsafe", is_flag=True, help="Run the program unconfined: only if you trust it."
        ),
        click.option(
            "--folder",
            type=click.Path(path_type=Path),
            help="The program's own folder: it starts there, and may read it. "
            "Default: the folders of the files that its command line names.",
        ),
    )
    return reduce(lambda decorated, option: option(decorated), reversed(options), command)


def sandbox_of(rung: str, unsafe: bool, folder: Path | None) -> Sandbox:
    """The sandbox that the options ask for; :class:`Infrastructure` where there is none."""
    if rung == "none" and not unsafe:
        raise Usage(
            "--sandbox none confines nothing; give --unsafe as well if you trust the program"
        )
    passed = (SIZE_VARIABLE,)
    try:
        if unsafe:
            return Sandbox.named("none", folder, passed=passed)
        if rung == _BEST:
            return Sandbox.best(folder, passed=passed)
        return Sandbox.named(rung, folder, passed=passed)
    except SandboxError as error:
        raise Infrastructure(f"{error}; --unsafe runs the program unconfined") from error


def isolated(place: str, timeout: float, sandbox: Sandbox) -> Pipe:
    """A Python module or class, ``package.module:Class``, served by a process of its own, confined."""
    pipe = Pipe(shlex.join(serve.command(place)), timeout, sandbox)
    pipe.name = f"py:{place}"
    return pipe
