"""The command ``othello-mis``: the commands for any module, with Othello in them, and its own.

No command imports the model before it needs it, so that an OTHELLO_SIZE that was left in the
environment does not change the board.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final, NoReturn

import click

from modlab.command_line import CourseCommands, run_course
from modlab.commands.errors import Exit
from modspec import SpecificationError

try:
    from othello_mis.course import COURSE
except SpecificationError as unknown_variant:  # in the environment
    click.echo(f"othello-mis: {unknown_variant}", err=True)
    sys.exit(Exit.USAGE)

OWN: Final = ("play", "prove", "replay", "theorems", "verify", "worlds")
"""The commands that only Othello has, and ``prove``, which also proves a kernel; the file of each
has its name. They need the model. A students' installation has none: it is a solution."""

PLAIN_ONLY: Final = ("replay", "verify", "worlds")
"""The commands that ask the proved kernel, which plays no variant."""

cli: Final = CourseCommands(
    COURSE,
    own={
        name: f"othello_mis.commands.{name}" for name in (OWN if find_spec("othello_model") else ())
    },
    plain_only=PLAIN_ONLY,
    summary="An executable specification of Othello, and a checker for implementations of it.",
)


def main() -> NoReturn:
    """Run the command line and exit."""
    run_course(cli)
