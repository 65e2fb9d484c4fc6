"""Launch: what is really run when a program is to be judged.

This is the place of the sandbox. Every program that the checker starts goes through
:func:`launched`, and through nothing else, so that what a program may do is decided here alone.
"""

from __future__ import annotations

from collections.abc import Sequence


def launched(command: Sequence[str]) -> list[str]:
    """The command line that is run for a program: the user's own, for now, and unconfined.

    A sandbox puts its own command and options in front. It must hand standard input, output and
    error through, pass on how the program ended, and end it when it is killed itself.
    """
    return list(command)
