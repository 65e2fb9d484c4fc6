"""Exit codes, and errors that are one line."""

from __future__ import annotations

import signal
from enum import IntEnum
from typing import Self

import click


class Exit(IntEnum):
    """What the exit code of a command says."""

    meaning: str
    """What it means of any command. A command may say more: see :mod:`.exit_codes`."""

    def __new__(cls, code: int, meaning: str) -> Self:
        """Return the code, with its meaning."""
        found = int.__new__(cls, code)
        found._value_, found.meaning = code, meaning
        return found

    CONFORMS = 0, "The command did its work, and what it judged is right."
    DEVIATES = 1, "What the command judged is not right."
    USAGE = 2, "The command line, or a file that it names, means nothing."
    INFRASTRUCTURE = 3, "The work could not be done, or only in part."
    INTERRUPTED = 128 + signal.SIGINT, "Somebody pressed Ctrl-C."
    TERMINATED = 128 + signal.SIGTERM, "Another process asked this one to end."


class Usage(click.ClickException):
    """An argument that means nothing; the message names it and says what would be right."""

    exit_code = Exit.USAGE


class Infrastructure(click.ClickException):
    """Something around the check that does not work."""

    exit_code = Exit.INFRASTRUCTURE
