"""Exit codes, and errors that are one line."""

from __future__ import annotations

from enum import IntEnum

import click


class Exit(IntEnum):
    """What the exit code of a command says."""

    CONFORMS = 0
    """It worked; of a check: the implementation conforms."""

    DEVIATES = 1
    """The implementation does not conform."""

    USAGE = 2
    """The command was not called as it should be."""

    INFRASTRUCTURE = 3
    """The implementation could not be judged: it does not start, say, or lacks a routine."""


class Usage(click.ClickException):
    """An argument that means nothing; the message names it and says what would be right."""

    exit_code = Exit.USAGE


class Infrastructure(click.ClickException):
    """Something around the check that does not work."""

    exit_code = Exit.INFRASTRUCTURE
