"""Progress on standard error: bars on a terminal, lines elsewhere if the command wants them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import click

from modcheck.testing.runner import Progress

SECONDS: Final = 5
"""Seconds between two lines where there is no terminal."""


@dataclass(frozen=True)
class ShownProgress:
    """A function that shows how far the work is, and what prints results meanwhile."""

    show: Progress
    pause: Callable[[], None] = lambda: None
    """Takes what is shown off the terminal, until it is shown again."""

    resume: Callable[[], None] = lambda: None

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Show how far the work is."""
        self.show(phase, done, total)

    def echo(self, line: str) -> None:
        """Print a line on standard output, where no bar overwrites it."""
        self.pause()
        click.echo(line)
        self.resume()


@contextmanager
def showing_progress(command: str = "") -> Iterator[ShownProgress]:
    """Yield a function that shows how far the work is: phase, done, total.

    What follows a semicolon in the phase may change from call to call. Without a terminal a line is
    written every few seconds if a ``command`` is named, whose name begins the line; else nothing
    is.
    """
    if not sys.stderr.isatty():
        yield ShownProgress(_lines(command) if command else lambda phase, done, total: None)
        return
    from rich.console import Console  # imported only where it is needed: it takes a while
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(file=sys.stderr), transient=True) as bars:
        tasks = {}

        def show(phase: str, done: int, total: int) -> None:
            name = phase.partition(";")[0]
            if name not in tasks:
                tasks[name] = bars.add_task(phase, total=total or None)
            bars.update(tasks[name], completed=done, total=total or None, description=phase)

        yield ShownProgress(show, bars.stop, bars.start)


def _lines(command: str) -> Progress:
    """Return a function that writes how far the work is, but not too often."""
    last = time.monotonic()

    def write(phase: str, done: int, total: int) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= SECONDS:
            last = now
            click.echo(f"{command}: {done:,} of {total:,} {phase}", err=True)

    return write
