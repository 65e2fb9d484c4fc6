"""Program files: what a person names instead of a command line, a source file or a folder.

They are recognised as ``grade`` recognises what is handed in, built as there, and confined.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from modcheck.grading.programs import (
    ENDINGS,
    PYTHON,
    BuildError,
    Programs,
    Recipe,
    is_copy,
    is_importable,
    program_folder,
    recognise,
    recognise_file,
    unrecognised_class,
    what_is_recognised,
)
from modcheck.grading.schedule import Aborted
from modcheck.near import near_match
from modcheck.sandbox.sandbox import reads_what_is_closed
from modcheck.system.ahead import Ahead
from modcheck.system.implementation import Implementation, ImplementationError, NoProtocol
from modcheck.system.serve import Forms
from modlab.commands.errors import Infrastructure, Usage
from modlab.course import Course

_PYTHON_FILE: Final = re.compile(r"(?:py:)?(?P<file>.+\.py)(?::(?P<member>\w+))?")


@dataclass(frozen=True)
class ProgramFile:
    """A source file or folder, and how to come from there to a running program."""

    folder: Path
    recipe: Recipe


def program_file(
    named: str,
    names: Sequence[str],
    routines: Collection[str],
    specification: Path | None = None,
    *,
    is_built: bool = False,
) -> ProgramFile | None:
    """Return the program of a file or folder; None if it is named by a command line or a module.

    ``names`` are what a program may be called, without the ending. With ``is_built`` a file may be
    missing: it is built before it is run. Raises Usage if there is no such file, if it is the
    ``specification``, or if nothing in the folder is recognised.
    """
    match = _PYTHON_FILE.fullmatch(named)
    path = Path(match["file"] if match else named)
    if not named or (match is None and named.startswith(PYTHON)):
        return None
    if path.is_dir():
        return _in_folder(path, names, routines, specification)
    if path.suffix == ".class":
        raise Usage(
            f"{path} is a compiled class; name its source, {path.stem}.java, or a command line: "
            f"'java -cp {path.parent} {path.stem}'"
        )
    if path.suffix and path.suffix not in ENDINGS and path.is_file() and not _is_program(path):
        raise Usage(
            f"{path} is no program; name a source file, whose name ends in "
            f"{', '.join(sorted(ENDINGS))}, or make it executable"
        )
    if path.suffix not in ENDINGS or ((is_built or " " in named) and not path.exists()):
        return None
    if not path.is_file():
        raise Usage(f"there is no file {path}{_near(path)}")
    if path.stat().st_size == 0:
        raise Usage(f"{path} is empty; save your program in it, or name another file")
    if specification is not None and path.resolve() == specification.resolve():
        raise Usage(f"{named} is the specification itself; give a program to check")
    recipe = recognise_file(path, names, routines)
    if match and match["member"]:
        recipe = Recipe(f"{PYTHON}{path.stem}:{match['member']}")
    if path.suffix == ".py" and not is_importable(path):
        raise Usage(
            f"Python cannot import {path.name}: no point may stand before .py; rename it, to "
            f"{path.stem.replace('.', '_')}.py say"
        )
    return ProgramFile(path.resolve().parent, recipe)


def _in_folder(
    folder: Path, names: Sequence[str], routines: Collection[str], specification: Path | None
) -> ProgramFile:
    inner = program_folder(folder)
    recipe = recognise(inner, names, routines, specification)
    if recipe is None:
        copies = [path for path in sorted(inner.iterdir()) if path.is_file()]
        copies = [path for path in copies if is_copy(path, specification)]
        besides = f" besides the specification, {copies[0].name}" if copies else ""
        raise Usage(
            f"nothing to run was recognised in {folder}{besides}; name the file, or "
            f"{what_is_recognised(names)}"
        )
    return ProgramFile(inner.resolve(), recipe)


def _is_program(path: Path) -> bool:
    """Whether a file can be run, or looks as if it were meant to."""
    with path.open("rb") as stream:
        return os.access(path, os.X_OK) or stream.read(2) == b"#!"


def _near(path: Path) -> str:
    """Return what to say of a file that is not there."""
    folder = path.parent
    sources = sorted(each.name for each in folder.glob("*") if each.suffix in ENDINGS)
    there = [name for name in sources if name.endswith(path.suffix)] or sources
    if not there:
        return ""
    return f"; {near_match(path.stem, there, 'file', _MOST_NAMES, lambda name: Path(name).stem)}"


_MOST_NAMES: Final = 5
"""How many files an error names at most."""


def maker(
    program: ProgramFile,
    named: str,
    names: Sequence[str],
    timeout: float,
    passed: Sequence[str],
    backend: str,
    adapter: str = "",
    forms: Forms | None = None,
    other_class: str = "",
) -> tuple[Callable[[], Implementation], str]:
    """Build the program; return what starts it, and what confines it.

    ``passed`` are the environment variables that it sees. ``adapter`` is the advice for a program
    that speaks no protocol, ``other_class`` why its class was not run instead. ``forms`` are those
    of the parameters. Raises Infrastructure where nothing confines it, and ImplementationError if
    it does not build.
    """
    try:
        programs = Programs(
            program.recipe, program.folder, timeout, passed, backend, Ahead(), forms
        )
        built = tempfile.TemporaryDirectory(prefix="build-")  # it is there as long as `start` is
        if not reads_what_is_closed():
            Path(built.name).chmod(0o755)
        programs.build(Path(built.name), names)
    except Aborted as error:
        raise Infrastructure(str(error)) from error
    except BuildError as error:
        lacks_main = re.search(
            r"undefined (reference|symbols).*\bmain\b|`main` function not", error.output
        )
        advice = adapter if lacks_main else ""
        raise ImplementationError(f"{named} does not build: {error}{advice}") from error

    def start(kept: object = built) -> Implementation:
        del kept
        try:
            found = programs.start()
        except NoProtocol as error:
            raise NoProtocol(
                _load_error(str(error)) or other_class or f"{error}{adapter}"
            ) from error
        found.name = named
        return found

    return start, programs.sandbox.backend.name


_LOAD_ERROR: Final = re.compile(
    r"; on standard error: (?P<text>(?:\w*ImportError|ModuleNotFoundError|\w*SyntaxError|"
    r"IndentationError|TabError): .*) \((?P<place>[^()]+, line \d+)\)$"
)
"""What is said of a script that Python cannot read, or that imports what is not there."""


def _load_error(error: str) -> str:
    """Return why Python does not begin to run a script; empty if an error is another one."""
    match = _LOAD_ERROR.search(error)
    return f"{match['place']}: {match['text']}" if match else ""


def refuse_windows_shebang(command: str) -> None:
    """Raise Usage if the system finds no interpreter for the program of a command line.

    The end of a line as Windows has it is a part of the interpreter's name elsewhere.
    """
    program = Path(_words(command)[0] if _words(command) else "")
    if program.is_file() and os.name == "posix":
        with program.open("rb") as stream:
            first = stream.readline(_LONGEST_SHEBANG)
        if first.startswith(b"#!") and first.endswith(b"\r\n"):
            raise Usage(
                f"the first line of {program} ends as on Windows, so the system finds no "
                f"{first.split(b'/')[-1].strip().decode(errors='replace')}; save the file with "
                "the line ends of Unix"
            )


_LONGEST_SHEBANG: Final = 256


def _words(command: str) -> list[str]:
    """Return the words of a command line; none if its quotes do not match."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def adapter_suggestion(named: str, course: Course) -> str:
    """Return where a source file, or those of a folder, get an adapter from; empty: nowhere."""
    path = Path(named)
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    languages = [_LANGUAGES[each.suffix] for each in files if each.suffix in _LANGUAGES]
    if not languages or {each.name for each in files} & course.kit_files:
        return ""
    command = course.kit_command(languages[0])
    return f"; if it does not speak the protocol, '{command}' writes an adapter" if command else ""


def class_suggestion(
    program: ProgramFile, named: str, routines: Sequence[str], course: Course
) -> str:
    """Return how to name the class of a file in Python that is run as a script; or nothing."""
    words = _words(program.recipe.run)
    if (
        words[:1] != ["python3"]
        or (found := unrecognised_class(program.folder / words[-1], routines)) is None
    ):
        return ""
    name, reason = found
    place = f"{Path(named) / words[-1] if Path(named).is_dir() else named}:{name}"
    return f"{reason}; name it: {course.check_line(shlex.quote(place))}"


_LANGUAGES: Final = {
    ".py": "python",
    ".java": "java",
    ".c": "c",
    ".cpp": "cpp",
    ".js": "javascript",
    ".mjs": "javascript",
    ".rs": "rust",
}
"""The language of a starter kit, by the ending of a program's file."""


def module_suggestion(place: str) -> str:
    """Return what to try where Python finds no such module or class; empty if nothing is near."""
    module, sign, _ = place.partition(":")
    if Path(*module.split(".")).with_suffix(".py").is_file():
        return ""
    outer, dot, last = module.rpartition(".")
    if dot and not sign and Path(*outer.split(".")).with_suffix(".py").is_file():
        return f"; did you mean {PYTHON}{outer}:{last}?"
    near = get_close_matches(module, [each.stem for each in Path().glob("*.py")], 1)
    return f"; did you mean {PYTHON}{near[0]}?" if near else ""


def program_suggestion(command: str) -> str:
    """Return what may be meant by a command line whose program does not start; empty if nothing is.

    The name of a file may lack its ending, and a class its file's: ``stack.Stack``.
    """
    words = _words(command)
    if not words or shutil.which(words[0]) is not None or Path(words[0]).exists():
        return ""
    path = Path(words[0])
    near = sorted(each.name for each in path.parent.glob(f"{path.name}.*"))
    near = [name for name in near if Path(name).suffix in ENDINGS]
    source = path.with_suffix(".py")
    if path.suffix and source.is_file():
        is_class = path.suffix[1:2].isupper()
        near = [f"{source}:{path.suffix[1:]}" if is_class else str(source)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def protocol_suggestion(command: str, course: Course) -> str:
    """Return what to try with a command line that does not answer the handshake.

    A source file needs an adapter. Other programs play on a terminal unless they get ``--pipe``.
    """
    words = _words(command)
    adapters = filter(None, (adapter_suggestion(word, course) for word in words))
    kits = {Path(word).name for word in words} & course.kit_files
    if "--pipe" in words or kits:
        return ""
    asked = f"; if it speaks the protocol when it is asked to, try --impl '{command} --pipe'"
    return next(adapters, asked)
