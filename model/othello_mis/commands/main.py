"""The command ``othello-mis``.

A subcommand is imported when it is asked for. Until then nothing of the model is, so that no OTHELLO_SIZE
which somebody has left in the environment gives it another board than the usual one.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Final

import click

from modlab.commands.errors import Exit
from othello_spec.records.squares import SIZE_VARIABLE

PACKAGES: Final = {
    "check": "modlab.commands",
    "explain": "othello_mis.commands",
    "grade": "modlab.commands",
    "init": "modlab.commands",
    "prove": "othello_mis.commands",
    "replay": "othello_mis.commands",
    "show": "modlab.commands",
    "verify": "othello_mis.commands",
    "worlds": "othello_mis.commands",
}
"""The package of each subcommand; the file in it has the name of the subcommand."""


class _Commands(click.Group):
    """The subcommands, found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PACKAGES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PACKAGES:
            return None
        command = getattr(import_module(f"{PACKAGES[cmd_name]}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


class Terminated(KeyboardInterrupt):
    """Somebody wants this process to end. It is no answer of an implementation that runs in it, as SystemExit is."""


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("othello-mis"), prog_name="othello-mis")
def cli() -> None:
    """An executable specification of Othello, and a checker that holds implementations against it."""


def main() -> None:
    """Run the command line; every error is one line."""
    os.environ.pop(SIZE_VARIABLE, None)  # only check tells a size, by its own option
    signal.signal(signal.SIGTERM, _terminated)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ∀ is no reason to fail
    try:
        code = cli.main(sys.argv[1:] or ["--help"], standalone_mode=False)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "othello-mis"
        _fail(f"{command}: {error.format_message()} (see {command} --help)", Exit.USAGE)
    except click.ClickException as error:
        _fail(f"othello-mis: {error.format_message()}", error.exit_code)
    except (click.Abort, KeyboardInterrupt) as error:
        if isinstance(error.__cause__ or error, Terminated):
            sys.exit(128 + signal.SIGTERM)
        _fail("othello-mis: interrupted", Exit.INFRASTRUCTURE)
    except BrokenPipeError:
        sys.stderr.close()  # whoever reads has had enough: no complaint about it
        sys.exit(Exit.CONFORMS)
    except Exception as error:
        if os.environ.get("OTHELLO_MIS_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}"
        _fail(
            f"othello-mis: a fault of its own, {what}; set OTHELLO_MIS_TRACEBACK=1 to see where",
            Exit.INFRASTRUCTURE,
        )
    sys.exit(code if isinstance(code, int) else Exit.CONFORMS)


def _terminated(number: int, frame: object) -> None:
    """End as at any exit, so that programs under judgement are ended too."""
    del number, frame
    raise Terminated


def _fail(message: str, code: int) -> None:
    click.echo(" ".join(message.split()), err=True)
    sys.exit(code)
