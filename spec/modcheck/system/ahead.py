"""Ahead: the next program starts while the present one still answers.

A program that keeps something from game to game is started anew again and again, and behind a
sandbox a start takes as long as hundreds of calls. The checker need not wait for it. A program that
begins afresh when it is greeted again, as each one in Python does, is not even started: it is given
back, and used again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from modcheck.system.child import Child, Crash, start
from modcheck.system.protocol import LINE_BYTES, handshake_line

if TYPE_CHECKING:  # the module that probes backends is loaded only where a sandbox is wanted
    from modcheck.sandbox.sandbox import Sandbox

Start: TypeAlias = "Callable[[Sequence[str], Sandbox | None], Child]"
"""Starts a program that is to be judged, in a sandbox if one is given."""

_FIRST: Final = 2
"""The start from which on the next one is likely: a program that begins afresh is started once."""


_PATIENCE: Final = 2.0
"""Seconds in which a program that is greeted again has to answer; else another one is started."""


PATIENCE: Final = 0.5
"""Seconds in which a program whose input is closed may end by itself."""


class _Started(NamedTuple):
    """A program that runs and was not asked anything."""

    command: tuple[str, ...]
    sandbox: Sandbox | None
    child: Child


class Ahead:
    """Starts a program, and soon the next one as well, so that it is ready when it is asked for.

    One that nothing confines might see the files that the one before it writes: it waits for its
    turn.
    """

    def __init__(self, *, starts_next: bool = True) -> None:
        """Start none ahead unless ``starts_next``: other work may want the processors."""
        self._starts_next = starts_next
        self._begun: _Started | None = None
        self._given_back: _Started | None = None
        self._leaving: list[tuple[float, Child]] = []
        """Programs that end by themselves, each with the time after which it is ended."""
        self._starts = 0

    def __call__(self, command: Sequence[str], sandbox: Sandbox | None) -> Child:
        """Return a program that has just been started, or that was, and was not asked anything.

        Raises OSError or ValueError if the system cannot start it, SandboxError if the sandbox
        cannot confine it.
        """
        self._end_leaving()
        wanted = (tuple(command), sandbox)
        again, self._given_back = self._given_back, None
        if again is not None and again[:2] == wanted and _is_greeted(again.child):
            return again.child
        begun, self._begun = self._begun, None
        self._starts += 1
        if begun is not None and begun[:2] == wanted:
            child = begun.child
        else:
            child = start(command, sandbox)
        if self._starts_next and self._starts >= _FIRST and _is_confined(sandbox):
            self._begun = _Started(*wanted, start(command, sandbox))
        return child

    def give_back(self, command: Sequence[str], sandbox: Sandbox | None, child: Child) -> None:
        """Take a program that begins afresh when it is greeted again, and greet it.

        It has answered all that it was asked.
        """
        if self._given_back is not None:
            self._given_back.child.end()
        child.greeting = None
        child.forget_errors()
        child.send(handshake_line())
        child.flush()
        self._given_back = _Started(tuple(command), sandbox, child)

    def let_end(self, sandbox: Sandbox | None, child: Child) -> None:
        """End a program soon. Do not wait for that if it is confined: the next one may start."""
        if not _is_confined(sandbox):
            child.end(PATIENCE)
            return
        child.leave()
        self._leaving.append((time.monotonic() + PATIENCE, child))
        self._end_leaving()

    def _end_leaving(self) -> None:
        """End all that is left of the programs that have ended by themselves, or had the time."""
        now, leaving = time.monotonic(), self._leaving
        self._leaving = []
        for deadline, child in leaving:
            if child.process.poll() is None and now < deadline:
                self._leaving.append((deadline, child))
            else:
                child.end()


def _is_confined(sandbox: Sandbox | None) -> bool:
    return sandbox is not None and sandbox.backend.name != "none"


def _is_greeted(child: Child) -> bool:
    """Wait for the answer to a greeting; return whether it came. If it does not, end the child."""
    try:
        child.greeting = child.receive(_PATIENCE, LINE_BYTES)
    except Crash:
        child.end()
        return False
    return True
