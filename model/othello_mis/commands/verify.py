"""``othello-mis verify``: try the claims about the specification and the model."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from modcheck.near import near_match
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.progress import showing_progress
from othello_proofs.evidence.ladder import ExportError, NoSuchClaim, Progress, climb, export
from othello_proofs.evidence.record import RecordFile, dumps
from othello_proofs.evidence.table import report
from othello_proofs.methods import LADDER, SECOND_SOLVERS

_NO_SKIPS: Final = "OTHELLO_MIS_NO_SKIPS"


class _Verify(CommandWithExitCodes):
    """Lists the methods in its help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the methods from the lowest, with the headings of their columns."""
        with formatter.section("Methods, from the lowest, and their columns in tables"):
            formatter.write_dl([(name, _title(place)) for name, place in LADDER.methods.items()])


def _title(place: str) -> str:
    module, _, name = place.partition(":")
    try:
        return str(getattr(import_module(module), name).title)
    except ImportError:  # the method needs a tool that is not installed; its name is still listed
        return ""


@click.command(
    cls=_Verify,
    short_help="Try each claim about specification and model.",
    exit_codes={
        Exit.CONFORMS: "all claims hold",
        Exit.DEVIATES: "a claim fails or is undecided",
        Exit.USAGE: "wrong usage",
        Exit.INFRASTRUCTURE: "nothing could be tried",
    },
)
@click.option("--quick", is_flag=True, help="Leave out what takes long.")
@click.option("--all", "again", is_flag=True, help="Try claims again that are fresh on record.")
@click.option(
    "--only",
    multiple=True,
    metavar="CLAIM",
    help="Try only this claim, or those of a pattern such as 'othello.*'; may be repeated.",
)
@click.option(
    "--method",
    "--rung",
    "methods",
    multiple=True,
    metavar="NAME",
    help="Use only this method, by its name below; may be repeated.",
)
@click.option(
    "--solver",
    type=click.Choice(sorted(SECOND_SOLVERS)),
    help="Ask this solver about the theorems that z3 has proved, and nothing else.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Use so many cores; default: all."
)
@click.option(
    "--evidence",
    metavar="FILE",
    help="Keep the record in this JSON file; default: in the user's cache.",
)
@click.option(
    "--export",
    "directory",
    metavar="DIR",
    help="Write every goal of z3's as an SMT-LIB file"
    " (some 4,000, 500 MB; --only and --quick write less).",
)
@click.option("--json", "as_json", is_flag=True, help="Print the evidence as JSON.")
@click.option("--strict", is_flag=True, help="Fail if a claim is skipped for want of a tool.")
def verify(
    quick: bool,
    again: bool,
    only: tuple[str, ...],
    methods: tuple[str, ...],
    solver: str | None,
    jobs: int | None,
    evidence: str | None,
    directory: str | None,
    as_json: bool,
    strict: bool,
) -> int:
    """Try every claim about the specification and the model, by every method.

    Findings are put on record as they come. A claim on record is tried again only if something on
    which it depends has changed, so a run that was stopped goes on where it was.
    """
    for method in methods:
        if method not in LADDER.methods:
            raise Usage(f"no method {method!r}; {near_match(method, LADDER.methods, 'method')}")
    if solver and (methods or evidence or directory):
        raise Usage("--solver is a method of its own: leave --method, --evidence and --export out")
    ladder = SECOND_SOLVERS[solver] if solver else LADDER
    record = None if solver else _record(evidence)
    if directory is not None:
        _export(directory, methods, quick, only)
    try:
        with _showing_progress() as progress:
            found = climb(
                ladder,
                quick=quick,
                methods=methods,
                only=only,
                jobs=jobs or 0,
                record=record,
                again=again,
                progress=progress,
            )
    except NoSuchClaim as error:
        raise Usage(str(error)) from error
    except KeyboardInterrupt:
        if record:
            click.echo("stopped; the same command goes on from here", err=True)
        raise
    except OSError as error:
        raise Infrastructure(f"the record cannot be written: {error}") from error
    if all(method.missing for method in found.methods) and not any(
        trial.is_final for trial in found.trials
    ):
        reasons = "; ".join(dict.fromkeys(method.missing for method in found.methods))
        raise Infrastructure(f"nothing could be tried: {reasons}")
    strict = strict or bool(os.environ.get(_NO_SKIPS))
    click.echo(dumps(found) if as_json else report(found, strict), nl=False)
    return Exit.DEVIATES if found.wrong(strict) or not found.conclusions else Exit.CONFORMS


@contextmanager
def _showing_progress() -> Iterator[Progress]:
    """Show how far the work is; in a log also when a method is done."""
    began = time.monotonic()

    with showing_progress("verify") as show:

        def progress(name: str, done: int, total: int) -> None:
            if done == total and not sys.stderr.isatty():
                seconds = time.monotonic() - began
                click.echo(f"{name} is done, {seconds:.0f} s after the beginning", err=True)
            else:
                show(name, done, total)

        yield progress


def _record(evidence: str | None) -> RecordFile | None:
    """The record to go on with; None if there is no place for one."""
    if evidence is None:
        try:
            cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
            path = Path(cache).expanduser() / "othello-mis" / "evidence.json"
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):  # there is no home, or it cannot be written to
            return None
        if not os.access(path.parent, os.W_OK):
            return None
        return RecordFile(path)
    path = Path(evidence)
    if not evidence or path.is_dir() or not path.parent.is_dir():
        raise Usage(
            f"--evidence {evidence!r} cannot be written: give a file in a folder that exists"
        )
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Usage(f"--evidence {evidence!r} cannot be written: permission denied")
    try:
        record = RecordFile(path)
    except OSError as error:
        raise Usage(f"--evidence {evidence!r} cannot be read: {error.strerror}") from error
    if record.complaint:
        click.echo(f"{evidence} is begun anew: {record.complaint}", err=True)
    return record


def _export(directory: str, methods: tuple[str, ...], quick: bool, only: tuple[str, ...]) -> None:
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = export(LADDER, folder.resolve(), methods, quick, only)
    except OSError as error:
        raise Usage(f"--export {directory!r} cannot be written: {error.strerror}") from error
    except ExportError as error:
        raise Infrastructure(str(error)) from error
    if not files:
        what = ", ".join((*methods, *only)) or "the ladder"
        raise Usage(f"--export: {what} has no goals to write; z3 has, of what it proves")
    click.echo(f"{files} files in {directory}", err=True)
