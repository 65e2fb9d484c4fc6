"""Assignment repository: every file of an assignment, made from the module.

The folder ``templates/repository`` lists what is rendered: each template has the path of the file
that it makes. The rest is the handout, the starter kits, the wheels and the autograder's archive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final

from modcheck.distribution import DISTRIBUTION
from modcheck.report.points import shares
from modlab.course_box.archive import archive
from modlab.course_box.assignment import PROGRAM, SPECIFICATION, CourseAssignment
from modlab.course_box.handout import handout
from modlab.course_box.rendering import ENDING, render, templates_in
from modlab.course_box.slides import slides
from modlab.course_box.wheels import wheels
from modlab.settings import Settings

STUDENT: Final = "student"
"""The folder of what students get."""

INSTRUCTOR: Final = "instructor"
"""The folder of what students do not get."""

SETTINGS: Final = f"{INSTRUCTOR}/settings.toml"

LEAST_GAMES: Final = 10
"""Random games by which a submission is judged at least; by default a check may play fewer."""

_FOLDER: Final = "repository"
_RUBRIC: Final = f"{INSTRUCTOR}/rubric.md"
_AUTOGRADER: Final = f"{INSTRUCTOR}/gradescope"
_WHEELS: Final = f"{STUDENT}/wheels"
_SPECIFICATION: Final = f"{STUDENT}/{SPECIFICATION}"


@dataclass(frozen=True)
class RubricRow:
    """A rule and what it is worth."""

    id: str
    points: Decimal
    text: str


def repository(assignment: CourseAssignment, pack: str) -> dict[str, bytes]:
    """Return the files of the repository by their paths, without those that the settings decide.

    ``pack`` is the command that writes the others. Raises NoWheel if what is installed here cannot
    be packed.
    """
    module = assignment.module
    variant = assignment.course.variant
    note = f"This is not the usual game. {variant.text}" if variant else ""
    printed = handout(module, assignment.course.rulebook, assignment.title, note)
    files = {f"{STUDENT}/handout/{name}": data for name, data in printed.items()}
    for name, data in slides(assignment.course, module, assignment.title).items():
        files[f"{INSTRUCTOR}/slides/{name}"] = data
    for kit in assignment.kits:
        files[f"{STUDENT}/kits/{kit.language}/{kit.file}"] = kit.content
    for name, data in wheels(
        () if assignment.specification else assignment.course.packages
    ).items():
        files[f"{_WHEELS}/{name}"] = data
    for name, data in assignment.specification.items():
        files[f"{_SPECIFICATION}/{name}"] = data
    start_module, _, start_function = assignment.start.partition(":")
    values = {
        "a": assignment,
        "distribution": DISTRIBUTION,
        "games": max(LEAST_GAMES, assignment.course.random_games(assignment.course.defaults)),
        "has_pdf": f"{module.name}.pdf" in printed,
        "pack": pack,
        "program": PROGRAM,
        "start_module": start_module,
        "start_function": start_function,
    }
    for template in templates_in(_FOLDER):
        path = template.removeprefix(f"{_FOLDER}/").removesuffix(ENDING)
        if path != _RUBRIC:
            files[path] = render(template, **values).encode()
    return files


def from_settings(
    assignment: CourseAssignment, settings: Settings, files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Return the files that the settings decide, by their paths: the rubric and the autograder.

    ``files`` are those of the repository. Raises ValueError if the weights make no sense.
    """
    rules = assignment.rules
    dealt = shares([*rules], settings.weights_of([*rules]), settings.points)
    rows = [RubricRow(rule, of, rules[rule]) for rule, of in zip(rules, dealt, strict=True)]
    template = f"{_FOLDER}/{_RUBRIC}{ENDING}"
    rubric = render(template, a=assignment, rubric=rows, maximum=settings.points)
    return {
        _RUBRIC: rubric.encode(),
        f"{_AUTOGRADER}.zip": archive(_of_the_autograder(files)),
    }


def _of_the_autograder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of the autograder's archive, by their paths in it."""
    return {
        there + path.removeprefix(here).removeprefix("/"): data
        for here, there in _PACKED.items()
        for path, data in files.items()
        if path.startswith(f"{here}/") or path == here
    }


_PACKED: Final = {
    SETTINGS: "settings.toml",
    _AUTOGRADER: "",
    _WHEELS: "wheels/",
    _SPECIFICATION: f"{SPECIFICATION}/",
}
"""Where files and folders of the repository are in the autograder's archive."""


def packed_files(folder: Path) -> dict[str, bytes]:
    """Return the files that go into the autograder's archive, by their paths in the repository.

    Raises OSError.
    """
    paths = (path for here in _PACKED for path in (folder / here, *(folder / here).rglob("*")))
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()
    }
