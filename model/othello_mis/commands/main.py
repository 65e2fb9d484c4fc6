"""The command ``othello-mis``: the commands for any module, with Othello in them, and Othello's own.

Nothing of the model is imported before a command asks for it, so that an OTHELLO_SIZE that was left in the
environment gives the model no other board than the usual one.
"""

from __future__ import annotations

from typing import Final, NoReturn

from modlab.command_line import CourseCommands, run
from othello_mis.course import COURSE

OWN: Final = ("explain", "prove", "replay", "show", "verify", "worlds")
"""The commands that only Othello has; the file of each has its name."""

cli: Final = CourseCommands(
    COURSE,
    own={name: f"othello_mis.commands.{name}" for name in OWN},
    summary="An executable specification of Othello, and a checker that holds implementations against it.",
)


def main() -> NoReturn:
    """Run the command line and exit."""
    run(cli)
