"""The command ``course``: an assignment repository for a class, and its parts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click

from modcheck.distribution import DISTRIBUTION
from modlab.ascii_flag import with_ascii_flag
from modlab.commands.chosen_course import module_option
from modlab.commands.errors import Infrastructure, Usage
from modlab.commands.init import kit_text, starter_kit
from modlab.commands.options import option
from modlab.course import Course
from modlab.course_box.archive import is_script
from modlab.course_box.assignment import SPECIFICATION, TOOLS, CourseAssignment, StarterKit
from modlab.course_box.handout import with_used
from modlab.course_box.repository import (
    INSTRUCTOR,
    SETTINGS,
    from_settings,
    packed_files,
    repository,
)
from modlab.course_box.wheels import NoWheel, wheels
from modlab.module_kit import make_kit
from modlab.settings import SettingsError, settings
from modlab.specification_course import SpecificationCourse
from modlab.typesetting import TypesettingError
from modspec import Module
from modspec.run.objects import takes_or_yields_objects

_NEW: Final = """Write the assignment repository of a module into the new folder DIR.

The folder `student` is for students: handout, starter kits, checker and visible checks, and no
solution. The folder `instructor` is yours: settings, rubric, syllabus, autograder for Gradescope,
and a README that says what to do. The same seed gives the same bytes.
"""

_PACK: Final = """Write the rubric and the autograder's archive anew in the repository DIR.

This is needed after a change of the settings or of the autograder's scripts.
"""

_WHEELS: Final = """Write the checker and what it needs as wheels into FOLDER.

They install without a network, and hold no solution: the verified model is left out.
"""

_LARGEST: Final = 2**31
"""A drawn seed is smaller."""


def command(course: Course) -> click.Command:
    """Return the command for the modules of a course."""
    if isinstance(course, SpecificationCourse):
        return _group(
            new=([], partial(_new_of_file, course.spec)),
            pack=([], lambda directory: pack(_of_file(course.spec, ()).course, directory)),
            packages=(),
        )

    def new_of_course(directory: Path, language: tuple[str, ...], seed: int) -> None:
        specification = course.module(course.default_module)
        languages = language or [each for each in TOOLS if course.kits.joinpath(each).is_dir()]
        kits = tuple(_registered_kit(course, specification, each) for each in languages)
        assignment = CourseAssignment(course, specification, kits, seed)
        variant = f" --variant {course.variant.name}" if course.variant else ""
        new_assignment(assignment, directory, f"{course.name} course pack .{variant}")

    return _group(
        new=([module_option(course)] if len(course.places) > 1 else [], new_of_course),
        pack=([], lambda directory: pack(course, directory)),
        packages=course.packages,
    )


def _new_of_file(spec: str, directory: Path, language: tuple[str, ...], seed: int) -> None:
    """Write the assignment of the module in a file."""
    assignment = _of_file(spec, language, seed)
    new_assignment(assignment, directory, f"modspec course pack{assignment.place('student/')} .")


def _group(
    new: tuple[list[click.Parameter], Callable[..., None]],
    pack: tuple[list[click.Parameter], Callable[..., None]],
    packages: Sequence[str],
) -> click.Group:
    """Return the commands, given the parameters and the callback of those that read a module."""
    directory = click.Argument(["directory"], metavar="DIR", type=click.Path(path_type=Path))
    chosen = [
        option(
            "--language",
            "A language in which students may write. May be given several times. Default: each "
            "that has a starter kit.",
            type=click.Choice([*TOOLS]),
            multiple=True,
        ),
        option(
            "--seed",
            "Decides the random games by which submissions are judged. Default: drawn.",
            type=click.IntRange(0, 2**63 - 1),
            default=lambda: secrets.randbelow(_LARGEST),
            show_default=False,
        ),
    ]
    commands = [
        click.Command("new", params=[*new[0], directory, *chosen], callback=new[1], help=_NEW),
        click.Command("pack", params=[*pack[0], directory], callback=pack[1], help=_PACK),
        click.Command(
            "wheels",
            params=[click.Argument(["folder"], type=click.Path(path_type=Path))],
            callback=lambda folder: write_wheels(packages, folder),
            help=_WHEELS,
        ),
    ]
    help_text = "Write an assignment for a class."
    return click.Group("course", commands=[*map(with_ascii_flag, commands)], help=help_text)


# -- what is assigned ------------------------------------------------------------------------------


def _registered_kit(course: Course, module: Module, language: str) -> StarterKit:
    kit = starter_kit(course, language)
    text = kit_text(course, kit)
    for program in module.access_programs:
        if program.name not in text:
            raise Usage(
                f"the starter kit for {language} has no line for {program.name}: "
                f"{course.name} has no kit for the module {module.name}"
            )
    return StarterKit(language, kit.name, text.encode())


def _of_file(spec: str, languages: Sequence[str], seed: int = 0) -> CourseAssignment:
    """Return the assignment of a module in a file; raise Usage if it cannot be assigned."""
    if not spec.endswith(".py"):
        raise Usage(f"{spec!r} is no file; give the path of a specification, such as stack.py")
    course = SpecificationCourse(spec)
    module = course.specification
    if not module.initializers:
        raise Usage(f"{spec} has no initialiser, so no program of it can be judged")
    kits = _kits_of_file(module, languages)
    return CourseAssignment(course, module, kits, seed, _files_of(module))


def _kits_of_file(module: Module, languages: Sequence[str]) -> tuple[StarterKit, ...]:
    """Return the kits of the languages; if none is given, of all.

    There are none for a module of objects: its programs are classes in Python.
    """
    if takes_or_yields_objects(module) and {*languages} <= {"python"}:
        return ()
    place = f"../{SPECIFICATION}/{module.file.name}"
    kits = ((each, make_kit(module, each, place)) for each in languages or TOOLS)
    return tuple(StarterKit(each, kit.name, kit.text.encode()) for each, kit in kits)


def _files_of(module: Module) -> Mapping[str, bytes]:
    """Return the file of a module and those of the modules that it uses, by name."""
    for used in with_used(module):
        if used.file.parent != module.file.parent:
            raise Usage(
                f"{module.name} uses {used.python_name}, which is not beside it; "
                f"put {used.file.name} into the folder of {module.file.name}"
            )
    return {used.file.name: used.file.read_bytes() for used in with_used(module)}


# -- what is written -------------------------------------------------------------------------------


def new_assignment(assignment: CourseAssignment, directory: Path, pack_command: str) -> None:
    """Write an assignment repository into a folder that is new or empty."""
    _demand_new(directory)
    try:
        files = repository(assignment, pack_command)
    except (NoWheel, TypesettingError) as error:
        raise Infrastructure(str(error)) from error
    _write(directory, files)
    pack(assignment.course, directory)
    click.echo(f"wrote {directory}; next: read {directory / INSTRUCTOR / 'README.md'}")
    if not any(path.endswith(".pdf") for path in files):
        click.echo(
            "the handout and the slides have no PDF: TeX (pdflatex) is not installed here", err=True
        )


def pack(course: Course, directory: Path) -> None:
    """Write what the settings of an assignment repository decide."""
    try:
        chosen = settings(course, directory / SETTINGS)
        module = course.module(chosen.module or course.default_module)
        assignment = CourseAssignment(course, module, (), chosen.seed or 0)
        files = from_settings(assignment, chosen, packed_files(directory))
    except SettingsError as error:
        raise Usage(str(error)) from error
    except ValueError as error:
        raise Usage(f"{directory / SETTINGS}: {error}") from error
    _write(directory, files)


def write_wheels(packages: Sequence[str], folder: Path) -> None:
    """Write the checker and what it needs as wheels into a folder that is new or empty."""
    _demand_new(folder)
    try:
        found = wheels(packages)
    except NoWheel as error:
        raise Infrastructure(str(error)) from error
    _write(folder, found)
    click.echo(
        f"wrote {len(found)} wheels; "
        f"next: pip install --no-index --find-links {folder} {DISTRIBUTION}"
    )


def _demand_new(folder: Path) -> None:
    """Raise Usage if there is something that would be overwritten."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Usage(f"{folder} is there already; name a new folder")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, scripts so that they can be run."""
    try:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755 if is_script(data) else 0o644)
    except OSError as error:
        raise Usage(f"{error.filename or folder} cannot be written: {error.strerror}") from error
