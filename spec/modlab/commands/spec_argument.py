"""The argument SPEC: a module of the course by its name, or another by its file or dotted name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from modcheck.near import near_match
from modlab.commands.errors import Usage
from modlab.course import Course
from modspec.syntax.places import is_importable


def spec_of(course: Course) -> Callable[[str], str]:
    """Return the type of an argument SPEC: what names a module, as a file or a dotted name."""
    places = course.places

    def place(value: str) -> str:
        """Return the dotted name of a module of the course, and any other place as it is.

        Raises Usage for a name that is no place, if the course's modules have names.
        """
        if value in places:
            return places[value]
        module, dot, routine = value.partition(".")
        if not places or value.endswith(".py") or is_importable(module):
            return value
        if dot and module in places:
            raise Usage(f"{routine} is no module; write {module}, which has all of it")
        if dot or value in (file.stem for file in Path().glob("*.py")):
            return value
        near = near_match(value, places, "module")
        near += "" if near.endswith("?") else "."
        raise Usage(
            f"no module {value!r}; {near} A path such as stack.py or a dotted name is a module of "
            "yours"
        )

    return place
