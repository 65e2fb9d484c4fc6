"""Interruption: the first Ctrl-C during a check ends the games; the verdict so far is printed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import click


@dataclass
class Interruption:
    """Whether the user pressed Ctrl-C."""

    happened: bool = False


class Interrupted(KeyboardInterrupt):
    """The check was interrupted, and its findings are printed already."""


@contextmanager
def stopping_gently(name: str, found: Interruption) -> Iterator[None]:
    """Take note of the first Ctrl-C instead of ending; the second one ends as usual."""

    def note(number: int, frame: FrameType | None) -> None:
        found.happened = True
        signal.signal(signal.SIGINT, before)
        click.echo(f"{name}: stopping; Ctrl-C again ends without a verdict", err=True)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # somebody else decides, or it is ignored
        yield
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
