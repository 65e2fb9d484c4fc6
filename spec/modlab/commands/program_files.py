"""Program files: what a person names instead of a command line, a source file or a folder.

They are recognised as ``grade`` recognises what is handed in, built as there, and confined.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modcheck.grading.programs import (
    ENDINGS,
    PYTHON,
    BuildError,
    Programs,
    Recipe,
    program_folder,
    recognise,
    recognise_file,
)
from modcheck.grading.schedule import Aborted
from modcheck.near import near_match
from modcheck.system.implementation import Implementation, ImplementationError
from modlab.commands.errors import Infrastructure, Usage

_PYTHON_FILE: Final = re.compile(r"(?:py:)?(?P<file>.+\.py)(?::(?P<member>\w+))?")


@dataclass(frozen=True)
class ProgramFile:
    """A source file or folder, and how to come from there to a running program."""

    folder: Path
    recipe: Recipe


def program_file(named: str, names: Sequence[str], routines: Collection[str]) -> ProgramFile | None:
    """Return the program of a file or folder; None if it is named by a command line or a module.

    ``names`` are what a program may be called, without the ending. Raises Usage if there is no such
    file, or nothing in the folder is recognised.
    """
    match = _PYTHON_FILE.fullmatch(named)
    path = Path(match["file"] if match else named)
    if not named or (match is None and named.startswith(PYTHON)):
        return None
    if path.is_dir():
        return _in_folder(path, names, routines)
    if path.suffix not in ENDINGS or (" " in named and not path.exists()):
        return None
    if not path.is_file():
        raise Usage(f"there is no file {path}{_near(path)}")
    recipe = recognise_file(path, names, routines)
    if match and match["member"]:
        recipe = Recipe(f"{PYTHON}{path.stem}:{match['member']}")
    if recipe.run.startswith(PYTHON) and not path.stem.isidentifier():
        raise Usage(f"{path.name} is no name that Python can import; rename it, to othello.py say")
    return ProgramFile(path.resolve().parent, recipe)


def _in_folder(folder: Path, names: Sequence[str], routines: Collection[str]) -> ProgramFile:
    inner = program_folder(folder)
    recipe = recognise(inner, names, routines)
    if recipe is None:
        known = ", ".join(f"{names[-1]}{ending}" for ending in sorted(ENDINGS))
        raise Usage(
            f"nothing to run was recognised in {folder}; name the file, or call it {known}, run, "
            "or give a Makefile"
        )
    return ProgramFile(inner.resolve(), recipe)


def _near(path: Path) -> str:
    """Return what to say of a file that is not there."""
    folder = path.parent
    there = sorted(each.name for each in folder.glob("*") if each.suffix in ENDINGS)
    return f": {near_match(path.name, there)}" if there else ""


def maker(
    program: ProgramFile,
    named: str,
    names: Sequence[str],
    timeout: float,
    passed: Sequence[str],
    backend: str,
) -> tuple[Callable[[], Implementation], str]:
    """Build the program; return what starts it, and what confines it.

    ``passed`` are the environment variables that it sees. Raises Infrastructure where nothing
    confines it, and ImplementationError if it does not build.
    """
    try:
        programs = Programs(program.recipe, program.folder, timeout, passed, backend)
        built = tempfile.TemporaryDirectory(prefix="build-")  # it is there as long as `start` is
        programs.build(Path(built.name), names)
    except Aborted as error:
        raise Infrastructure(str(error)) from error
    except BuildError as error:
        raise ImplementationError(f"{named} does not build: {error}") from error

    def start(kept: object = built) -> Implementation:
        del kept
        found = programs.start()
        found.name = named
        return found

    return start, programs.sandbox.backend.name


def suggestion(command: str) -> str:
    """Return what to try with a command line that does not answer the handshake; empty if nothing.

    Some programs play on a terminal unless they are given ``--pipe``.
    """
    try:
        words = shlex.split(command)
    except ValueError:  # its quotes do not match, as the error says
        return ""
    if not words or "--pipe" in words:
        return ""
    return f"; if it speaks the protocol when it is asked to, try --impl '{command} --pipe'"
