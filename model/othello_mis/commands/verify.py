"""``othello-mis verify``: does the model do what the specification says, and is that what was meant?"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click

from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.progress import showing_progress
from othello_proofs.evidence.export import ExportError, export
from othello_proofs.evidence.ladder import NoSuchClaim, Progress, climb
from othello_proofs.evidence.record import dumps
from othello_proofs.evidence.table import report
from othello_proofs.methods import LADDER

_NO_SKIPS = "OTHELLO_MIS_NO_SKIPS"


class _Verify(click.Command):
    """Tells in its help which rungs there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The rungs from the lowest, and what stands above their columns."""
        with formatter.section("Rungs, from the lowest, and how tables call them"):
            formatter.write_dl([(name, _title(place)) for name, place in LADDER.rungs.items()])


def _title(place: str) -> str:
    module, _, name = place.partition(":")
    try:
        return str(getattr(import_module(module), name).title)
    except ImportError:  # for want of a tool: it can be named nevertheless
        return ""


@click.command(cls=_Verify)
@click.option("--quick", is_flag=True, help="Leave out what takes long.")
@click.option(
    "--only",
    multiple=True,
    metavar="CLAIM",
    help="Try only this claim, or those of a pattern such as 'othello.*'; may be repeated.",
)
@click.option(
    "--rung",
    "rungs",
    multiple=True,
    metavar="NAME",
    help="Climb only this rung, by its name below; may be repeated.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="On so many cores; default: on all."
)
@click.option("--evidence", metavar="FILE", help="Write the evidence to a file, as JSON.")
@click.option(
    "--export",
    "directory",
    metavar="DIR",
    help="Write every goal of z3's as an SMT-LIB file (some 4,000, 500 MB; --only and --quick write less).",
)
@click.option("--json", "as_json", is_flag=True, help="Print the evidence as JSON.")
@click.option("--strict", is_flag=True, help="What is skipped for want of a tool is a failure.")
def verify(
    quick: bool,
    only: tuple[str, ...],
    rungs: tuple[str, ...],
    jobs: int | None,
    evidence: str | None,
    directory: str | None,
    as_json: bool,
    strict: bool,
) -> int:
    """Try every claim about the specification and the model, in every way there is.

    Exit code 0: all hold; 1: something does not, or there is no answer; 2: wrong usage; 3: nothing
    could be tried.
    """
    for rung in rungs:
        if rung not in LADDER.rungs:
            raise Usage(f"no rung {rung!r}; there are {', '.join(LADDER.rungs)}")
    if evidence is not None:
        _demand_writable(evidence)
    if directory is not None:
        _export(directory, rungs, quick, only)
    with _showing_progress() as progress:
        try:
            found = climb(
                LADDER, quick=quick, rungs=rungs, only=only, jobs=jobs or 0, progress=progress
            )
        except NoSuchClaim as error:
            raise Usage(str(error)) from error
    if all(rung.missing for rung in found.rungs):
        raise Infrastructure(
            f"nothing could be tried: {'; '.join(dict.fromkeys(r.missing for r in found.rungs))}"
        )
    text = dumps(found)
    if evidence is not None:
        Path(evidence).write_text(text, encoding="utf-8")
    strict = strict or bool(os.environ.get(_NO_SKIPS))
    click.echo(text if as_json else report(found, strict), nl=False)
    return Exit.DEVIATES if found.wrong(strict) or not found.tried else Exit.CONFORMS


@contextmanager
def _showing_progress() -> Iterator[Progress]:
    """Bars on a terminal; in a log, a line on standard error for each rung when it is done."""
    if sys.stderr.isatty():
        with showing_progress() as progress:
            yield progress
        return
    began = time.monotonic()

    def told(name: str, done: int, total: int) -> None:
        if done == total:
            seconds = time.monotonic() - began
            click.echo(f"{name} is done, {seconds:.0f} s after the beginning", err=True)

    yield told


def _demand_writable(file: str) -> None:
    """That a file can be written, before a long run and not after it."""
    path = Path(file)
    if path.is_dir() or not path.parent.is_dir():
        raise Usage(f"--evidence {file!r} cannot be written: give a file in a folder that exists")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Usage(f"--evidence {file!r} cannot be written: permission denied")


def _export(directory: str, rungs: tuple[str, ...], quick: bool, only: tuple[str, ...]) -> None:
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = export(LADDER, folder.resolve(), rungs, quick, only)
    except OSError as error:
        raise Usage(f"--export {directory!r} cannot be written: {error.strerror}") from error
    except ExportError as error:
        raise Infrastructure(str(error)) from error
    if not files:
        what = ", ".join((*rungs, *only)) or "the ladder"
        raise Usage(f"--export: {what} has no goals to write; z3 has, of what it proves")
    click.echo(f"{files} files in {directory}", err=True)
