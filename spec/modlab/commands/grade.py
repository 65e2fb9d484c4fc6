"""``othello-mis grade``: a whole class, one row for each submission."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

import click

from modcheck.grading.feedback import summary, sync_folder, write
from modcheck.grading.grade import Judging, Progress
from modcheck.grading.grade import grade as graded
from modcheck.grading.journal import Journal, JournalError, UselessJournal
from modcheck.grading.programs import AUTO
from modcheck.grading.row import SubmissionStatus
from modcheck.grading.schedule import Aborted, Schedule, local
from modcheck.grading.submission_judge import JudgeSettings
from modcheck.grading.submissions import Class, submissions
from modcheck.report.entries import ANSWERS
from modcheck.report.points import MAXIMUM, shares
from modcheck.sandbox.sandbox import BACKENDS
from modcheck.testing.conventions import ConventionError
from modcheck.testing.test_model import TestModel
from modcheck.verdict.rule_status import rules_stated
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.seconds import Seconds
from modlab.settings import SettingsError, settings
from othello_spec import GAME
from othello_spec.board import SIZE
from othello_spec.records.squares import SIZE_VARIABLE
from othello_spec.rules import RULES
from othello_suite.drawings import OthelloDrawings
from othello_suite.test_model import build_test_model

_JUDGE: Final = "modcheck.grading.submission_judge:judge"
_PACKAGES: Final = ("modspec", "modcheck", "othello_spec", "othello_suite")
NAMES: Final = ("OthelloMis", "othello_mis", "Othello", "othello", "Main", "main")
"""What programs may be called; those of the starter kits first."""

_TIMEOUT: Final = 5.0
_MANY: Final = 50
"""So many games at random show most of what is rare on a small board."""

_GO_ON: Final = "what was judged is kept; start again to go on"
_SECONDS: Final = 5
"""Between two lines that tell how far it is, where there is no terminal."""


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--impl",
    "run",
    default="",
    metavar="IMPLEMENTATION",
    help="What to run in each folder: a command line such as 'java Othello', or py:module:Class. "
    "Default: what is recognised.",
)
@click.option(
    "--build",
    default="",
    metavar="COMMAND",
    help="A command line for a shell, run before in a copy of each folder: 'javac *.java'.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the journal, the tables and the feedback go. Default: DIR-graded, beside DIR.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="So many at a time; default: one a core."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="On the workers of a dask cluster instead, as in tcp://host:8786.",
)
@click.option(
    "--limit",
    default=60.0,
    show_default=True,
    type=Seconds(1, 3600),
    help="Seconds that one submission may take in all, with its build.",
)
@click.option(
    "--timeout",
    type=Seconds(0.1, 3600),
    help=f"Seconds that a program has to answer a line of calls. Default: {_TIMEOUT:g}.",
)
@click.option("--module", "name", help="What to judge against. Default: othello.")
@click.option("--size", type=int, help=f"Rows and columns of the board. Default: {SIZE}.")
@click.option("--seed", type=int, help="Decides the games played at random. Default: 0.")
@click.option("--games", type=click.IntRange(0), help="How many games at random, as of check.")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where conventions, weights and hidden rules are. Default: the nearest pyproject.toml.",
)
@click.option(
    "--again", is_flag=True, help="Judge anew what could not be built or judged the last time."
)
@click.option(
    "--sandbox",
    "rung",
    type=click.Choice((AUTO, *BACKENDS)),
    help="How programs are confined. Default: auto, which takes the best that works here.",
)
@click.option("--unsafe", is_flag=True, help="Run programs unconfined: only if you trust them all.")
def grade(
    directory: Path,
    run: str,
    build: str,
    out: Path | None,
    jobs: int | None,
    scheduler: str | None,
    limit: float,
    timeout: float | None,
    name: str | None,
    size: int | None,
    seed: int | None,
    games: int | None,
    config: Path | None,
    again: bool,
    rung: str | None,
    unsafe: bool,
) -> int:
    """Judge a whole class: DIR has a folder for each submission, in whatever language.

    Writes grades.csv, grades.html, and a report for each student. Every result is kept in a journal at
    once: stopped at any moment and started again, it goes on where it was.

    Exit code 0: there is a row for each submission; 2: wrong usage; 3: something around it does not
    work, a full disk for instance; mend it and start again.
    """
    try:
        said = settings(config)
    except SettingsError as error:
        raise Usage(str(error)) from error
    name, size = name or said.module or "othello", size or said.size or SIZE
    against = _against(name, size, said.conventions)
    rules = rules_stated(against.module, against.rulebook)
    weights = said.weights_of([*rules, ANSWERS])
    maximum = MAXIMUM if said.maximum is None else said.maximum
    try:
        shares([*rules, ANSWERS], weights, maximum)
    except ValueError as error:
        raise Usage(f"{said.origin}: {error}") from error
    if games is None:
        games = said.games if said.games is not None else _MANY if size < SIZE else 1
    how = JudgeSettings(
        model="othello_suite.test_model:build_test_model",
        presentation="othello_suite.presentation:OthelloPresentation",
        module=name,
        size=size,
        environment={SIZE_VARIABLE: str(size)},
        run=run.strip(),
        build=build.strip(),
        names=NAMES,
        seed=seed if seed is not None else said.seed or 0,
        games=games,
        conventions=said.conventions,
        weights=weights,
        maximum=str(maximum) if weights or said.maximum is not None else "",
        hidden=said.hidden,
        timeout=timeout or said.timeout or _TIMEOUT,
        limit=limit,
        backend="none" if unsafe else rung or said.sandbox or AUTO,
    )
    if how.backend == "none" and not unsafe:
        raise Usage("sandbox none confines nothing; give --unsafe if you trust them all")
    root = directory.resolve()
    named = directory if directory.name not in ("", "..") else root
    out = out or named.with_name(f"{named.name}-graded")
    if root == out.resolve() or root in out.resolve().parent.parents:
        raise Usage(f"--out {out} lies among what was handed in; give a folder beside {directory}")
    found = _submissions(directory, out)
    judging = Judging(_JUDGE, asdict(how), limit, _PACKAGES)
    schedule = _schedule(scheduler, jobs)
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)  # marks are nobody else's business
        sync_folder(out.parent)
        with Journal(out / "journal.sqlite", _warn) as journal, _showing_progress() as progress:
            results = graded(found.submissions, judging, journal, schedule, progress, again)
            write(
                out, f"{root.name}: {name}", results, RULES, said.hidden, OthelloDrawings(against)
            )
    except UselessJournal as error:
        raise Infrastructure(str(error)) from error
    except (JournalError, Aborted) as error:
        raise Infrastructure(f"{error}; {_GO_ON}") from error
    except OSError as error:
        raise Infrastructure(f"{out} cannot be written: {error.strerror}; {_GO_ON}") from error
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending, and has nothing to add
        raise Infrastructure(f"interrupted; {_GO_ON}") from None
    click.echo(f"{summary(results)}\n{out / 'grades.csv'}\n{out / 'grades.html'}")
    return Exit.CONFORMS


def _warn(line: str) -> None:
    click.echo(f"othello-mis: {line}", err=True)


def _against(name: str, size: int, conventions: Mapping[str, str]) -> TestModel:
    """What is judged against; raises :class:`Usage` if there is no such module, size or convention."""
    try:
        return build_test_model(name, size, conventions)
    except ValueError as error:
        raise Usage(f"--size is {size}: {error}") from error
    except ConventionError as error:
        raise Usage(str(error)) from error
    except KeyError:
        raise Usage(f"no module {name!r} to judge against; there are {', '.join(GAME)}") from None


def _submissions(directory: Path, out: Path) -> Class:
    try:
        found = submissions(directory, apart_from=out)
    except OSError as error:
        raise Usage(
            f"{directory} cannot be read: {error.strerror}; "
            "give a folder with a folder for each submission"
        ) from error
    if not found.submissions:
        raise Usage(f"{directory} has no folders; give a folder with a folder for each submission")
    if found.ignored:
        number = len(found.ignored)
        what = "is no submission" if number == 1 else "are no submissions"
        click.echo(
            f"othello-mis: {', '.join(map(repr, found.ignored[:5]))}"
            f"{f' and {number - 5} more' if number > 5 else ''} in {directory} {what}",
            err=True,
        )
    return found


def _schedule(scheduler: str | None, jobs: int | None) -> Schedule:
    if scheduler is None:
        return partial(local, jobs=jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise Usage("--jobs is for this machine, --scheduler for a cluster; give one of them")
    try:
        from modcheck.grading.cluster import cluster
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; pip install 'othello-mis[cluster]'"
        ) from error
    return partial(cluster, address=scheduler)


@contextmanager
def _showing_progress() -> Iterator[Progress]:
    """A bar with counts on a terminal; elsewhere a line every few seconds, on standard error."""
    if not sys.stderr.isatty():
        told = time.monotonic()

        def tell(counts: Mapping[SubmissionStatus, int], total: int) -> None:
            nonlocal told
            if (now := time.monotonic()) - told >= _SECONDS:
                told = now
                click.echo(f"othello-mis: {_counted(counts, total)}", err=True)

        yield tell
        return
    from rich.console import Console  # imported only where it is needed: it takes a while
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Bars(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bars:
        bar = bars.add_task("", total=None)

        def show(counts: Mapping[SubmissionStatus, int], total: int) -> None:
            done = sum(counts.values())
            bars.update(bar, total=total, completed=done, description=_by_status(counts))

        yield show


def _counted(counts: Mapping[SubmissionStatus, int], total: int) -> str:
    return f"{sum(counts.values())} of {total} submissions; {_by_status(counts)}"


def _by_status(counts: Mapping[SubmissionStatus, int]) -> str:
    return ", ".join(f"{status.value}: {number}" for status, number in counts.items() if number)
