"""The command ``grade``: a whole class, one row for each submission."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Final

import click

from modcheck.distribution import install_line
from modcheck.grading.feedback import is_output_folder, summary, sync_folder, write
from modcheck.grading.grade import Judging
from modcheck.grading.grade import grade as grade_class
from modcheck.grading.journal import Journal, JournalError, UselessJournal
from modcheck.grading.programs import ENDINGS
from modcheck.grading.row import SubmissionStatus, is_late
from modcheck.grading.schedule import Aborted, Schedule, local
from modcheck.grading.submission_judge import JudgeSettings
from modcheck.grading.submissions import Class, submissions
from modcheck.report.account import entry_rules
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.options import JudgingOptions, Seconds, flag, judging_command, option
from modlab.commands.progress import showing_progress
from modlab.course import Course

_JUDGE: Final = "modcheck.grading.submission_judge:judge"
_PACKAGES: Final = ("modspec", "modcheck")
_GO_ON: Final = "what was judged is kept; start again to go on"
_HELP: Final = """Judge a whole class: DIR has a folder, or a source file, for each submission.

Writes grades.csv, grades.html, and a report for each student. Every result is written to a journal
at once: if grading is stopped and started again, it goes on where it was.
"""

_EXIT_CODES: Final = {
    Exit.CONFORMS: "there is a row for each submission",
    Exit.USAGE: "wrong usage",
    Exit.INFRASTRUCTURE: (
        "something around it does not work, such as a full disk; fix it and start again"
    ),
}

_OPTIONS: Final = (
    click.Argument(["directory"], metavar="DIR", type=click.Path(path_type=Path)),
    option(
        "--impl run",
        "What to run in each folder: a command line such as 'java Program', or py:module:Class. "
        "Default: what is recognised.",
        metavar="IMPLEMENTATION",
        default="",
    ),
    option(
        "--build",
        "A shell's command line, run before in a copy of each folder: 'javac ./*.java'.",
        metavar="COMMAND",
        default="",
    ),
    option(
        "--out",
        "Where the journal, the tables and the feedback go. Default: DIR-graded, beside DIR.",
        metavar="FOLDER",
        type=click.Path(path_type=Path),
    ),
    option(
        "--jobs",
        "How many submissions to judge at a time. Default: one a core.",
        metavar="N",
        type=click.IntRange(1),
    ),
    option(
        "--scheduler",
        "Judge on the workers of a dask cluster instead, such as tcp://host:8786.",
        metavar="ADDRESS",
    ),
    option(
        "--limit",
        "Seconds that one submission may take in all, with its build, on an idle machine.",
        type=Seconds(1, 3600),
        default=60.0,
        show_default=True,
    ),
    flag("--again", "Judge anew what could not be built or judged the last time."),
)


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    seed = "drawn for the class, kept in the journal, and printed"
    return judging_command(course, grade, _HELP, _EXIT_CODES, _OPTIONS, timeout=5.0, seed=seed)


def grade(
    options: JudgingOptions,
    directory: Path,
    run: str,
    build: str,
    out: Path | None,
    jobs: int | None,
    scheduler: str | None,
    limit: float,
    again: bool,
) -> int:
    """Judge a class, and write the tables and the feedback; return the exit code."""
    course, settings, model = options.course, options.settings, options.test_model()
    rules = entry_rules(model.module, model.rulebook)
    options.demand_points(rules)
    course.demand_parts()
    how = JudgeSettings(
        course=course.place,
        module=options.module,
        parameters=options.parameters,
        environment=options.environment,
        run=run.strip(),
        build=build.strip(),
        names=tuple(course.programs),
        games=options.games,
        conventions=options.conventions,
        weights=settings.weights_of(rules),
        maximum=str(settings.points) if settings.is_graded else "",
        hidden=settings.hidden,
        timeout=options.timeout,
        limit=limit,
        backend=options.backend,
    )
    root = directory.resolve()
    named = directory if directory.name not in ("", "..") else root
    out = out or named.with_name(f"{named.name}-graded")
    if _is_among(out.resolve(), root):
        raise Usage(f"--out {out} lies among what was handed in; give a folder beside {directory}")
    found = _submissions(course, directory, out)
    packages = (*_PACKAGES, *course.packages)
    schedule = _schedule(scheduler, jobs)
    variant = f", variant {model.variant.name}" if model.variant else ""
    title = f"{root.name}: {options.module}{variant}"
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)  # marks are nobody else's business
        sync_folder(out.parent)
        warn = partial(_warn, course)
        with (
            Journal(out / "journal.sqlite", warn) as journal,
            showing_progress(course.name) as progress,
        ):

            def show(counts: Mapping[SubmissionStatus, int], total: int) -> None:
                progress(phase_of(counts), sum(counts.values()), total)

            seed = journal.seed(options.given_seed)
            judging = Judging(_JUDGE, asdict(replace(how, seed=seed)), limit, packages)
            results = grade_class(
                found.submissions, judging, journal, schedule, show, again, scheduler is None
            )
            drawings = course.drawings(model)
            write(out, title, results, course.rulebook, settings.hidden, drawings)
    except UselessJournal as error:
        raise Infrastructure(str(error)) from error
    except (JournalError, Aborted) as error:
        raise Infrastructure(f"{error}; {_GO_ON}") from error
    except OSError as error:
        raise Infrastructure(f"{out} cannot be written: {error.strerror}; {_GO_ON}") from error
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is ending, and has nothing to add
        raise Infrastructure(f"interrupted; {_GO_ON}") from None
    click.echo(f"{summary(results)}\nseed {seed}\n{out / 'grades.csv'}\n{out / 'grades.html'}")
    if late := sum(map(is_late, results.values())):
        what = "1 submission" if late == 1 else f"{late} submissions"
        more = f"--timeout {_MORE * options.timeout:g} --limit {_MORE * limit:g}"
        _warn(course, f"{what} ran out of time; if this machine is slow, give {more}")
    return Exit.CONFORMS


def phase_of(counts: Mapping[SubmissionStatus, int]) -> str:
    """Return how grading is going, in a line; there may be nothing yet to say."""
    each = (f"{status.value}: {number}" for status, number in counts.items() if number)
    return "; ".join(filter(None, ("submissions", ", ".join(each))))


_MORE: Final = 4
"""How many times as long a submission may take on a machine that is slow."""


def _is_among(out: Path, root: Path) -> bool:
    """Whether the output folder is that of the class, a submission, or within one.

    A folder of the class that is new or from an earlier run is none of them.
    """
    if out.parent == root:
        return out.exists() and not (out.is_dir() and is_output_folder(out))
    return out == root or root in out.parents


def _warn(course: Course, line: str) -> None:
    click.echo(f"{course.name}: {line}", err=True)


_A_CLASS: Final = "give a folder with a folder, or a source file, for each submission"


def _submissions(course: Course, directory: Path, out: Path) -> Class:
    try:
        found = submissions(directory, apart_from=out, endings=ENDINGS)
    except OSError as error:
        raise Usage(f"{directory} cannot be read: {error.strerror}; {_A_CLASS}") from error
    if not found.submissions:
        raise Usage(f"{directory} has no folders, and no source files; {_A_CLASS}")
    if found.ignored:
        number = len(found.ignored)
        names = ", ".join(map(repr, found.ignored[:5]))
        more = f" and {number - 5} more" if number > 5 else ""
        what = "is no submission" if number == 1 else "are no submissions"
        _warn(course, f"{names}{more} in {directory} {what}")
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
            f"there is no Python package {error.name}; {install_line('cluster')}"
        ) from error
    return partial(cluster, address=scheduler)
