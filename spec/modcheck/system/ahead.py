"""Ahead: the next program starts while the present one still answers.

A program that keeps something from game to game is started anew again and again, and behind a
sandbox a start takes as long as hundreds of calls. The checker need not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from modcheck.system.child import Child, start

if TYPE_CHECKING:  # the module that probes backends is loaded only where a sandbox is wanted
    from modcheck.sandbox.sandbox import Sandbox

Start: TypeAlias = "Callable[[Sequence[str], Sandbox | None], Child]"
"""Starts a program that is to be judged, in a sandbox if one is given."""

_USUAL: Final = 4
"""How often a program is started that is sound: after this, more starts are likely."""


class Ahead:
    """Starts a program, and soon the next one as well, so that it is ready when it is asked for.

    One that nothing confines might see the files that the one before it writes: it waits for its
    turn.
    """

    def __init__(self) -> None:
        self._begun: tuple[tuple[str, ...], Sandbox, Child] | None = None
        self._starts = 0

    def __call__(self, command: Sequence[str], sandbox: Sandbox | None) -> Child:
        """Return a program that has just been started, or that was, and was not asked anything.

        Raises OSError or ValueError if the system cannot start it, SandboxError if the sandbox
        cannot confine it.
        """
        begun, self._begun = self._begun, None
        self._starts += 1
        if begun is not None and begun[:2] == (tuple(command), sandbox):
            child = begun[2]
        else:
            child = start(command, sandbox)
        if self._starts > _USUAL and sandbox is not None and sandbox.backend.name != "none":
            self._begun = (tuple(command), sandbox, start(command, sandbox))
        return child
