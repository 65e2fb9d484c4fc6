"""The options that name calls in a file, and the values of a course's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from modlab.commands.errors import Usage
from modlab.commands.options import option
from modlab.course import Course
from modlab.notation import WrittenCalls


def file_options(course: Course) -> list[click.Parameter]:
    """Return the options of calls in a file: ``file``, ``number`` and ``after``."""
    return [
        option(
            "--from file",
            f"Take {course.records} in FILE.",
            metavar="FILE",
            type=click.Path(path_type=Path),
        ),
        option(
            "--game number",
            "Which game of FILE; default: the first.",
            metavar="N",
            type=click.IntRange(1),
        ),
        option("--after", "Take only the first N moves.", metavar="N", type=click.IntRange(0)),
    ]


def parameter_options(course: Course) -> list[click.Parameter]:
    """Return an option for each parameter of a course."""
    return [
        option(
            f"--{each.name}", each.help, type=int, default=each.default, show_default=True,
            metavar="N",
        )
        for each in course.parameters
    ]  # fmt: skip


def written_calls(
    text: str, file: Path | None, number: int | None, after: int | None
) -> WrittenCalls:
    """Return the calls that options name. Raises Usage."""
    if file is None and number is not None:
        raise Usage("--game is the number of a game in a file; give --from")
    return WrittenCalls(text, file, number, after)


def parameter_values(course: Course, given: Mapping[str, Any]) -> dict[str, int]:
    """Return the values of a course's parameters among those of all options. Raises Usage."""
    for each in course.parameters:
        if given[each.name] not in each.values:
            raise Usage(f"--{each.name} is {given[each.name]}: {each.due}")
    return {each.name: given[each.name] for each in course.parameters}
