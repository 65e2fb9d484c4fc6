"""Launch: what is really run when a program is to be judged.

Every program that the checker starts goes through :func:`launched`, and through nothing else, so that what a
program may do is decided here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from modcheck.sandbox.launch import Launch

if TYPE_CHECKING:  # what tries rungs is loaded only by who wants one
    from modcheck.sandbox.sandbox import Sandbox


def launched(command: Sequence[str], sandbox: Sandbox | None = None) -> Launch:
    """How a program is started: in a sandbox if there is one, else as the user's own command line says.

    Raises OSError, as starting it would, if a sandbox is to hold what is no program.
    """
    return sandbox.launch(command) if sandbox else Launch(list(command))
