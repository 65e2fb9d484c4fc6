"""Exercise: a module in which the learner writes one function, and the list that has it.

The author of exercises keeps a list, ``exercises.toml``, beside the modules. Each entry names a
module, the function that the learner writes (the hole), and the task. The module's own text is the
reference, so that a solution is written once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final

from modlab.course import Course, courses, load
from modlab.exercise.trial_calls import TrialCalls
from modspec import Module, SpecificationError
from modspec.syntax.module import Function
from modspec.syntax.places import module_at

LIST: Final = "exercises.toml"
"""The file in which an author lists exercises."""


@dataclass(frozen=True)
class Exercise:
    """A function of a module that a learner writes anew."""

    name: str
    chapter: str
    title: str
    task: str
    """What to write, in plain English."""

    place: str
    """The module with the reference: the path of a file, or a dotted name."""

    hole: str
    """The function that the learner writes."""

    is_theorem: bool = False
    """Whether the text is judged by the mutants of the specification that it notices."""

    offer: tuple[str, ...] = ()
    """Functions of the module that the learner may use, beside those that the reference uses."""

    lesson: str = ""
    """What to remember, said once the text is right."""

    calls: str = ""
    """What says which calls to try, as ``package.module:NAME``; empty: the module's types do."""

    @cached_property
    def module(self) -> Module:
        """The module with the reference."""
        return module_at(self.place)

    @property
    def reference(self) -> Function:
        """The function as the author wrote it."""
        return self.module[self.hole]

    @property
    def is_question(self) -> bool:
        """Whether the learner says what a call yields: the function has no parameters."""
        return not self.reference.parameters and self.reference.state is None

    @cached_property
    def trial_calls(self) -> TrialCalls:
        """The calls to try."""
        if not self.calls:
            return TrialCalls()
        module, _, name = self.calls.partition(":")
        found = getattr(import_module(module), name)
        assert isinstance(found, TrialCalls)
        return found


def read_exercises(file: Path) -> Iterator[Exercise]:
    """Yield the exercises of a list, in the order of the path.

    Raises SpecificationError for a list that cannot be read, or that lacks something.
    """
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SpecificationError(f"{file} is no list of exercises: {error}") from error
    for entry in data.get("exercise", ()):
        try:
            place = entry["module"]
            yield Exercise(
                name=entry["name"],
                chapter=entry["chapter"],
                title=entry["title"],
                task=" ".join(entry["task"].split()),
                place=str(file.parent / place) if place.endswith(".py") else place,
                hole=entry["hole"],
                is_theorem=entry.get("is_theorem", False),
                offer=tuple(entry.get("offer", ())),
                lesson=" ".join(entry.get("lesson", "").split()),
                calls=entry.get("calls", ""),
            )
        except KeyError as error:
            where = entry.get("name", "an exercise")
            raise SpecificationError(f"{file}: {where} has no {error.args[0]!r}") from error


def own_list() -> Path:
    """Return the list of modlab's own exercises."""
    return Path(str(files("modlab"))) / "exercises" / LIST


def lists_of(course: Course) -> list[Path]:
    """Return the list of a course's exercises, if it has one."""
    file = course.exercises.joinpath(LIST)
    return [Path(str(file))] if file.is_file() else []


def read_lists(lists: Iterable[Path]) -> dict[str, Exercise]:
    """Return the exercises of lists by name. Raises SpecificationError as read_exercises does."""
    return {each.name: each for file in lists for each in read_exercises(file)}


def all_exercises(extra: Path | None = None) -> dict[str, Exercise]:
    """Return the exercises of modlab, of every registered course and of one more list, by name."""
    of_courses = [file for place in courses().values() for file in lists_of(load(place))]
    return read_lists([own_list(), *of_courses, *([extra] if extra else [])])


def find_exercise(name: str, extra: Path | None = None) -> Exercise:
    """Return the exercise of a name; SpecificationError if there is none."""
    known = all_exercises(extra)
    if name not in known:
        near = get_close_matches(name, known, n=3)
        advice = f"did you mean {' or '.join(near)}? " if near else ""
        raise SpecificationError(
            f"there is no exercise {name!r}; {advice}modspec exercise --list shows them all; "
            f"of another list, add --from and the path of its {LIST}"
        )
    return known[name]


def following(name: str, extra: Path | None = None) -> Exercise | None:
    """Return the exercise that comes after one of a name in the path; None after the last."""
    known = in_chapters(all_exercises(extra).values())
    names = [each.name for each in known]
    place = names.index(name) + 1
    return known[place] if place < len(known) else None


def in_chapters(known: Iterable[Exercise]) -> list[Exercise]:
    """Return exercises chapter by chapter, in the order in which they are listed."""
    exercises = list(known)
    chapters = dict.fromkeys(each.chapter for each in exercises)
    return [each for chapter in chapters for each in exercises if each.chapter == chapter]
