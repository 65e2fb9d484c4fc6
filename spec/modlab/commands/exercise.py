"""The command ``exercise``: feedback for people who learn to write specifications."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import click

from modlab.commands.errors import Exit, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.options import flag
from modlab.course import Course
from modlab.exercise.exercise import LIST, all_exercises, find_exercise, following
from modlab.exercise.feedback import LEVELS, feedback_lines
from modlab.exercise.judgement import ExerciseJudge, Mark
from modlab.exercise.learner_text import exercise_name, text_with_hole
from modlab.exercise.progress_record import (
    Attempts,
    list_lines,
    read_progress,
    summary_lines,
    write_progress,
)
from modlab.streams import width_of
from modspec import SpecificationError

_HELP: Final = """Judge what you wrote in the exercise FILE, and show the smallest case that is
wrong.

Begin with --list, then --begin NAME FILE: it writes a module with a hole to FILE. Open it in your
editor, write your text in place of ..., and ask again as often as you like.
"""

_EXIT_CODES: Final = {
    Exit.CONFORMS: "your text is right",
    Exit.DEVIATES: "it is not right yet",
    Exit.USAGE: "FILE is no exercise",
}


def command(course: Course) -> click.Command:
    """Return the command, which is the same for every course."""
    del course
    path = click.Path(path_type=Path)
    return CommandWithExitCodes(
        "exercise",
        exit_codes=_EXIT_CODES,
        params=[
            click.Argument(["paths"], metavar="FILE...", nargs=-1, type=path),
            click.Option(
                ["--hint"],
                type=click.Choice(LEVELS),
                help="Also give a hint: where to look, what to do there, or how to do it.",
            ),
            flag("--list is_list", "List the exercises; with --progress, the ones that are done."),
            click.Option(
                ["--begin"], metavar="NAME", help="Write the file of an exercise to FILE."
            ),
            click.Option(
                ["--progress"], metavar="FILE", type=path, help="Keep your progress here."
            ),
            flag("--summary is_summary", "Sum up the progress files FILE..., for an instructor."),
            click.Option(
                ["--from", "extra"],
                metavar="LIST",
                type=path,
                help=f"A list of more exercises; otherwise {LIST} beside FILE is one.",
            ),
        ],
        callback=run_exercise,
        help=_HELP,
    )


def run_exercise(
    paths: tuple[Path, ...],
    hint: str | None,
    is_list: bool,
    begin: str | None,
    progress: Path | None,
    is_summary: bool,
    extra: Path | None,
) -> int:
    """Do what the options ask; return the exit code."""
    beside = paths[0].parent / LIST if paths else Path(LIST)
    extra = extra or (beside if beside.is_file() else None)
    option = f"--from {extra} " if extra and extra != beside else ""
    try:
        if is_list or is_summary:
            known = list(all_exercises(extra).values())
            done = read_progress(progress) if progress else {}
            lines = summary_lines(known, paths) if is_summary else list_lines(known, done)
            for line in lines:
                click.echo(line)
            if is_list and extra is None:
                click.echo("More are in other lists: add --from and the path of one, such as")
                click.echo(f"    modspec exercise --from docs/library/{LIST} --list")
            return Exit.CONFORMS
        if len(paths) != 1:
            raise Usage("give one FILE; modspec exercise --list shows the exercises")
        if begin is not None:
            return _begin(begin, paths[0], extra, option)
        return _judge(paths[0], hint, progress, extra, option)
    except SpecificationError as error:
        raise Usage(str(error)) from error


def _begin(name: str, file: Path, extra: Path | None, option: str) -> int:
    """Write the file in which a learner begins."""
    if file.exists():
        raise Usage(f"{file} exists; give the name of a new file")
    if file.suffix != ".py" or not file.stem.isidentifier():
        such = re.sub(r"\W", "_", file.stem)
        such = such if such.isidentifier() else "mine"
        raise Usage(f"{file} is no name of a Python module; give a name such as {such}.py")
    text = text_with_hole(find_exercise(name, extra), option)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Usage(f"{file} cannot be written: {error.strerror}") from error
    line = next(n for n, each in enumerate(text.splitlines(), 1) if each.endswith("return ..."))
    click.echo(f"{file} is written. Open it, write your text at line {line}, then ask")
    click.echo(f"    modspec exercise {option}{file}")
    return Exit.CONFORMS


def _judge(
    file: Path, hint: str | None, progress: Path | None, extra: Path | None, option: str
) -> int:
    """Judge a learner's file, print the feedback, say what comes next and keep the progress."""
    judge = ExerciseJudge(find_exercise(exercise_name(file), extra))
    kept = read_progress(progress) if progress else {}
    judgement = judge.judge(file)
    step = judge.next_step(judgement) if hint else None
    for line in feedback_lines(judge, judgement, step, hint, width=width_of(sys.stdout)):
        click.echo(line)
    if judgement.is_right:
        after = following(judge.exercise.name, extra)
        if after is not None:
            file_name = f"{after.name.replace('-', '_')}.py"
            click.echo(f"Next: {after.title}.")
            click.echo(f"    modspec exercise {option}--begin {after.name} {file_name}")
    if progress:
        name = judge.exercise.name
        has_hint = hint is not None and judgement.mark is Mark.DIFFERENT
        kept[name] = kept.get(name, Attempts()).after(has_hint, judgement.is_right)
        write_progress(progress, kept)
    return Exit.CONFORMS if judgement.is_right else Exit.DEVIATES
