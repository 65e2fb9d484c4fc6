"""Specification file: the module that a command is given, or a line that says why there is none."""

from __future__ import annotations

import os
import re
import sys
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path
from typing import Final

from modspec import Module, OutsideNotation, SpecificationError
from modspec.lint.foreign_import import is_of_library
from modspec.syntax.places import module_at

EXERCISE: Final = re.compile(r'\s*(?:#[^\n]*\n\s*)*r?"""Exercise ([\w-]+):')
"""How the file of an exercise begins."""


def specification_at(place: str) -> Module:
    """Return the specification in a file, ``stack.py``, or of a dotted name that can be imported.

    Raises SpecificationError if there is none, or if it does not follow the notation. A file that a
    learner fills in may lack functions: then it says which command reads it.
    """
    suffix = Path(place).suffix
    # os.path, not Path, which raises where a name is too long
    if os.path.isdir(place) and not os.path.isfile(f"{place}/__init__.py"):
        raise SpecificationError(f"{place} is a folder; give the file of a specification")
    if suffix not in {"", ".py"} and os.path.isfile(place):
        raise SpecificationError(f"{place} is no Python file; give a specification, as in stack.py")
    if is_of_python(place) and not os.path.exists(place) and not _is_found_first(place):
        advice = f"; did you mean {place}.py?" if _text_at(f"{place}.py") is not None else ""
        raise SpecificationError(
            f"{place} is a module of Python's own, and no specification{advice}"
        )
    try:
        return module_at(place)
    except SpecificationError as error:
        near = get_close_matches(place, map(str, Path().glob("*.py")), 1)
        if suffix == ".py" and near and not os.path.exists(place):
            raise SpecificationError(f"no file {place!r}; did you mean {near[0]}?") from error
        missing = getattr(error.__cause__, "name", None)  # of a ModuleNotFoundError
        if missing and f"{place}.".startswith(f"{missing}.") and (same := _modules_like(place)):
            raise SpecificationError(f"no module {place!r}; did you mean {same}?") from error
        if _text_at(f"{place}.py") is not None:
            raise SpecificationError(f"{error}; did you mean {place}.py?") from error
        if isinstance(error, OutsideNotation) and suffix != ".py" and is_of_library(error.file):
            told = f"{place} is a module of a library, and no specification"
            raise SpecificationError(told) from error
        if (name := _exercise_in(place)) is None:
            raise
        said = f"{place} is no whole module but the exercise {name}"
        raise SpecificationError(f"{said}; modspec exercise {place} judges it") from error


def _modules_like(place: str) -> str:
    """Return the modules of a package that have the last name of a dotted one, or nearly the whole.

    Empty if there is none, or no such package. Nothing is imported but the package.
    """
    package, dot, _ = place.partition(".")
    found = find_spec(package) if dot and package else None
    names = [
        ".".join((package, *file.relative_to(folder).with_suffix("").parts))
        for folder in (found and found.submodule_search_locations) or ()
        for file in sorted(Path(folder).rglob("*.py"))
        if not file.name.startswith("_")
    ]
    last = place.rpartition(".")[2]
    same = [name for name in names if name.endswith(f".{last}")]
    return " or ".join(same or get_close_matches(place, names, 1))


def is_of_python(name: str) -> bool:
    """Whether Python itself has a module of a name."""
    first = name.partition(".")[0]
    return first in sys.stdlib_module_names or first == "test"  # which the set leaves out


def _is_found_first(name: str) -> bool:
    """Whether Python finds another module of a name before its own."""
    found = find_spec(name.partition(".")[0])
    origin = found.origin if found and found.has_location else None
    return origin is not None and not origin.startswith(get_path("stdlib"))


def _exercise_in(place: str) -> str | None:
    """Return the exercise whose file is at a place; None if there is none."""
    text = _text_at(place) if place.endswith(".py") else None
    found = EXERCISE.match(text) if text is not None else None
    return found and found[1]


def _text_at(place: str) -> str | None:
    """Return the text of a file; None if there is none, or if its name or text cannot be read."""
    try:
        return Path(place).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
