"""The command ``explain``: why a call of a specification comes to what it does."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from modlab.commands.errors import Usage
from modlab.commands.options import flag, option
from modlab.commands.written_calls import (
    file_options,
    parameter_options,
    parameter_values,
    written_calls,
)
from modlab.course import Course
from modlab.notation import CallExplanation
from modlab.screen import screen_of

_HELP: Final = """Explain the outcome of the last of CALLS.

{calls}

It is said in the module's own words if its course has any; --tree and --all print the formulas.

With --from, the calls before it are in a file. If the file is a verdict, which "check --json"
prints, the call of a fault is explained.
"""

MOST: Final = 60
"""Lines of a clause, unless all are wanted: where nothing is valid, all cases decide."""

_OBJECT: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*["}]')
"""How an object of JSON begins; a game may begin with a comment in braces."""

_BEGINNING: Final = 4096
"""How many bytes of a file decide whether it may be a verdict."""


class CallsCommand(click.Command):
    """A command whose arguments are calls, which may begin with a dash as options do."""

    def __init__(self, course: Course, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._course = course

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, those of the course's own notation without a dash."""
        return super().parse_args(ctx, [*map(self._course.as_argument, args)])


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    return CallsCommand(
        course,
        "explain",
        params=[
            click.Argument(["words"], metavar="CALLS...", nargs=-1),
            *file_options(course),
            option(
                "--fault",
                "Which fault of a verdict; default: the first.",
                type=click.IntRange(1),
                metavar="N",
            ),
            *(
                option(f"--{each.name}", each.help, type=click.Choice([*each.values]))
                for each in course.explanation_choices
            ),
            *parameter_options(course),
            flag("--tree as_tree", "Print every subformula that decides."),
            flag("--all is_whole", f"Print each clause, and more than {MOST} lines of it."),
            flag("--json as_json", "Print the explanation as JSON."),
        ],
        callback=partial(explain, course),
        help=_HELP.format(calls=course.calls_help),
    )


def explain(
    course: Course,
    words: tuple[str, ...],
    file: Path | None,
    number: int | None,
    after: int | None,
    fault: int | None,
    as_tree: bool,
    is_whole: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Print why the last of some calls comes to what it does."""
    if file is None and len(words) == 1 and _is_file(course, words[0]):
        file, words = Path(words[0]), ()
    verdict = None if file is None else _verdict(file)
    chosen = {each.name: given[each.name] for each in course.explanation_choices}
    if verdict is not None and file is not None:
        if words or number is not None or after is not None or any(chosen.values()):
            raise Usage(f"{file} is a verdict: give no more than --fault, --tree and --json")
        found = _fault(course, verdict, file, fault or 1)
    elif fault is not None:
        raise Usage("--fault is a fault of a verdict; give the file that check --json wrote")
    else:
        if words and Path(words[-1]).suffix and "(" not in words[-1]:
            raise Usage(f"there is no file {words[-1]}; give a verdict, a game or a call")
        notation = course.notation(parameter_values(course, given))
        state, call = notation.last_call(words, written_calls("", file, number, after))
        call = course.chosen_call(call, chosen)
        found = (notation.clauses if is_whole else notation.explanation)(state, call)
    if as_json:
        click.echo(json.dumps(found.as_data(as_tree or is_whole), indent=2))
        return
    screen = screen_of(sys.stdout, os.environ)
    most = None if is_whole else MOST
    lines = found.tree(screen.width) if as_tree else found.lines(screen.width, most)
    click.echo(screen.text(lines))


def _is_file(course: Course, word: str) -> bool:
    """Whether a word names a file, and no access program that takes no arguments."""
    return Path(word).is_file() and not any(
        word == program.name for program in course.specification.access_programs
    )


def _fault(course: Course, verdict: Mapping[str, Any], file: Path, number: int) -> CallExplanation:
    from modlab.fault_explanation import VerdictError, explain_fault  # what judges is imported then

    try:
        return explain_fault(course, verdict, number)
    except VerdictError as error:
        raise Usage(f"{file}: {error}") from error


def _verdict(path: Path) -> Mapping[str, Any] | None:
    """Return the verdict that is in a file; None if the file is something else."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            if not _OBJECT.match(stream.read(_BEGINNING)):
                return None
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError:  # whoever reads the file as a game says what is wrong
        return None
    except (ValueError, RecursionError) as error:
        raise Usage(f"{path}: this is no JSON ({error}); give what check --json prints") from error
    assert isinstance(data, dict)
    return data
