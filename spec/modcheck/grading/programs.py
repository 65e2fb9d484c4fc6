"""Programs: from the folder of a submission to a running program.

What to run is recognised by the names of the files in the folder; nothing is run to find out. A
build runs in the sandbox, where a program may write to its private folder and nowhere else. So the
build works on a copy there, and hands out an archive, which is read as warily as the submission
itself.
"""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import tarfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

from modcheck.grading.schedule import FULL, Aborted
from modcheck.grading.submissions import MOST_DEPTH, MOST_FILES, FileEntry, copy
from modcheck.sandbox.backend import SandboxError
from modcheck.sandbox.sandbox import Sandbox
from modcheck.sandbox.small_memory import private_folder
from modcheck.system import serve
from modcheck.system.ahead import Start
from modcheck.system.child import Child, Crash, start
from modcheck.system.pipe import Pipe
from modcheck.system.protocol import visible
from modcheck.system.serve import Forms

PYTHON: Final = "py:"
"""The beginning of a command line that names a Python module or class. It too runs as a program."""

# -- what to run -----------------------------------------------------------------------------------

_READ: Final = 1_000_000
"""Characters of a program text that are searched."""


@dataclass(frozen=True)
class Recipe:
    """How to come from a submission to a running program."""

    run: str
    """A command line, or ``py:module:Class``; empty: the program with one of the names that is
    built."""

    build: str = ""
    """A command line for a shell that is run before; empty if nothing is to be built."""


def program_folder(folder: Path) -> Path:
    """Return the folder of the program: the given one, or the only one in it."""
    while True:
        inner = sorted(folder.iterdir())
        if len(inner) != 1 or not inner[0].is_dir() or inner[0].is_symlink():
            return folder
        folder = inner[0]


def recognise(
    folder: Path,
    names: Sequence[str],
    routines: Collection[str],
    specification: Path | None = None,
) -> Recipe | None:
    """Return the recipe for what lies in a folder, or None if nothing is recognised.

    ``names`` are what a program may be called, without the ending, the preferred ones first;
    ``routines`` are what a Python module offers. The ``specification``, or a copy of it, is none.
    """
    paths = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    files = {path.name: path for path in paths if not is_copy(path, specification)}
    return next(_recipes(files, names, routines), None)


def is_copy(path: Path, specification: Path | None) -> bool:
    """Whether a file is the specification, or has the same text."""
    if specification is None or path.suffix != specification.suffix:
        return False
    return path.resolve() == specification.resolve() or (
        specification.is_file() and path.read_bytes() == specification.read_bytes()
    )


def recognise_file(path: Path, names: Sequence[str], routines: Collection[str]) -> Recipe:
    """Return the recipe for one source file, whose ending is among :data:`ENDINGS`."""
    if path.suffix == ".py":
        return _python(path, names, routines)
    return _COMPILED[path.suffix](path.stem)


_ARCHIVES: Final = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")


def what_is_recognised(names: Sequence[str]) -> str:
    """Return what to do so that a program is recognised that may have these names."""
    by_letters = {name.replace("_", "").lower(): name for name in names}
    *some, last = reversed(by_letters.values())
    called = f"{', '.join(some)} or {last}" if some else last
    return f"call it {called}, ending in {', '.join(sorted(ENDINGS))}, or run, or give a Makefile"


def nothing_recognised(folder: Path, names: Sequence[str]) -> str:
    """Say that nothing to run was recognised in a folder, and what would be.

    An archive that is in it is named. ``names`` are what a program may be called.
    """
    packed = sorted(path.name for path in folder.iterdir() if path.suffix.lower() in _ARCHIVES)
    if packed:
        return f"nothing to run was recognised, but {visible(packed[0])} is an archive: unpack it"
    return f"nothing to run was recognised: say what with --impl, or {what_is_recognised(names)}"


def find_built(folder: Path, names: Sequence[str]) -> str | None:
    """Return the command line of the program ``run`` or of these names in a folder, or None."""
    for name in ("run", *names):
        path = folder / name
        if path.is_file() and not path.is_symlink() and path.stat().st_mode & 0o100:
            return f"./{name}"
    return None


def _recipes(
    files: dict[str, Path], names: Sequence[str], routines: Collection[str]
) -> Iterator[Recipe]:
    if "run" in files and files["run"].stat().st_mode & 0o100:
        yield Recipe("./run")
    if "Makefile" in files or "makefile" in files:
        yield Recipe("", "make -B")  # programs that were handed in may be for another machine
    for name in names:
        for ending, recipe_of in _COMPILED.items():
            if name + ending in files:
                yield recipe_of(name)
    for name in names:
        if f"{name}.py" in files:
            yield _python(files[f"{name}.py"], names, routines)
    texts = [path for file, path in sorted(files.items()) if file.endswith(".py")]
    for offered in ((), routines):  # a class of a name, or else one with the routines
        recipes = [_python(path, names, offered) for path in texts]
        classes = [recipe for recipe in recipes if _CLASS_IN_FILE.fullmatch(recipe.run)]
        if len(classes) == 1:  # of several, none is certain to be meant
            yield classes[0]
    sources = [path for path in files.values() if path.suffix in ENDINGS]
    if len(sources) == 1:
        yield recognise_file(sources[0], names, routines)


_CLASS_IN_FILE: Final = re.compile(rf"{PYTHON}.*:\w+")
"""What is run where a file in Python has the program's class."""

_JAVA: Final = "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
"""A program is started often, and lives shortly: it is not worth to compile it well."""

_COMPILED: Final[dict[str, Callable[[str], Recipe]]] = {
    ".java": lambda name: Recipe(f"{_JAVA} -cp . {name}", "javac -encoding UTF-8 -d . ./*.java"),
    ".c": lambda name: Recipe(f"./{name}", f"cc -O1 -o {name} ./*.c -lm"),
    ".cpp": lambda name: Recipe(f"./{name}", f"c++ -O1 -o {name} ./*.cpp"),
    ".rs": lambda name: Recipe(f"./{name}", f"rustc --edition 2024 -O -o {name} {name}.rs"),
    ".ts": lambda name: Recipe(f"node {name}.js", f"tsc -t es2020 -m commonjs {name}.ts"),
    ".mjs": lambda name: Recipe(f"node {name}.mjs"),
    ".js": lambda name: Recipe(f"node {name}.js"),
    ".jar": lambda name: Recipe(f"{_JAVA} -jar {name}.jar"),
}
"""The recipe for a program of a name, by the ending of its file. A pattern begins with ``./``: else
a file could be named like an option of the compiler, and so change what the compiler does."""

ENDINGS: Final = frozenset({".py", *_COMPILED})
"""The endings of the files that are recognised."""


def _python(path: Path, names: Sequence[str], routines: Collection[str]) -> Recipe:
    """Return the recipe for a class of a name, a module with the routines, or a program."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        text = stream.read(_READ)
    classes = dict(_CLASS.findall(text))
    functions = re.findall(r"^def\s+(\w+)", text, re.MULTILINE)
    offering = _most_derived(
        [name for name, body in classes.items() if _offers(body, routines)], classes
    )
    if not is_importable(path):
        return Recipe(f"python3 {shlex.quote(path.name)}")
    called = [name for name in names if name in classes] or _only_class_of(classes, names)
    if called:
        return Recipe(f"{PYTHON}{path.stem}:{called[0]}")
    defined = {*functions, *_assigned_names(text)} & set(routines)
    if set(functions) & set(routines) or len(defined) >= min(_SEVERAL, len(routines)) > 0:
        return Recipe(f"{PYTHON}{path.stem}")
    if len(offering) == 1:
        return Recipe(f"{PYTHON}{path.stem}:{offering[0]}")
    return Recipe(f"python3 {shlex.quote(path.name)}")


def _assigned_names(text: str) -> set[str]:
    """Return the names to which a module assigns something, such as a lambda or a bound method."""
    rows = re.findall(r"^(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*=(?!=)", text, re.MULTILINE)
    return {name.strip() for row in rows for name in row.split(",")}


def _most_derived(names: Collection[str], classes: Mapping[str, str]) -> list[str]:
    """Return those of some classes, and of the classes that inherit from them, that none inherits.

    Who writes ``class Bounded(Base)`` means ``Bounded``.
    """
    found = set(names)
    bases = {name: _bases(body) for name, body in classes.items()}
    while more := {name for name in bases if name not in found and bases[name] & found}:
        found |= more
    inherited = set().union(*(bases[name] for name in found)) if found else set()
    return [name for name in classes if name in found and name not in inherited]


def _bases(body: str) -> set[str]:
    """Return the names in parentheses after the name of a class."""
    match = re.match(r"\s*\(([^)]*)\)", body)
    return {*re.findall(r"(?:^|,)\s*(\w+)\s*(?=[,\[]|$)", match[1])} if match else set()


def _only_class_of(classes: Collection[str], names: Sequence[str]) -> list[str]:
    """Return the only class with one of the names, in whatever spelling; none if it is not one."""
    known = {_letters(name) for name in names}
    found = [name for name in classes if _letters(name) in known]
    return found if len(found) == 1 else []


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def unrecognised_class(path: Path, routines: Sequence[str]) -> tuple[str, str] | None:
    """Return the only class of a file in Python, and why it is not taken for the program.

    None if there is no class, or several, or one that has none of the routines and inherits none.
    """
    if path.suffix != ".py" or not path.is_file():
        return None
    with path.open(encoding="utf-8", errors="replace") as stream:
        classes = _CLASS.findall(stream.read(_READ))
    if len(classes) != 1:
        return None
    ((name, body),) = classes
    methods = set(re.findall(r"^[ \t]+def\s+(\w+)", body, re.MULTILINE))
    own = [each for each in routines if each in methods]
    if not own and not _HAS_BASE.match(body):
        return None
    of = ", ".join(routines[:_NAMED]) + (", …" if routines[_NAMED:] else "")
    defines = f"defines only {', '.join(own)} of {of}" if own else f"defines none of {of}"
    return name, f"{path.name} has the class {name}, which {defines}"


_HAS_BASE: Final = re.compile(r"\s*\(\s*(?!object\s*\))\w")
"""How the text of a class begins that inherits from another one."""

_NAMED: Final = 5
"""How many routines a line names."""


def is_importable(path: Path) -> bool:
    """Whether the name of a Python file can be that of a module: ``stack (1)`` can."""
    return not {".", ":"} & set(path.stem)


def _offers(body: str, routines: Collection[str]) -> bool:
    """Whether the text of a class has several of some routines; it may inherit the others."""
    methods = set(re.findall(r"^[ \t]+def\s+(\w+)", body, re.MULTILINE))
    return 0 < min(_SEVERAL, len(routines)) <= len(methods & set(routines))


_SEVERAL: Final = 3
"""Routines that a class has at least if it is the program, whatever it inherits."""

_CLASS: Final = re.compile(r"^class\s+(\w+)(.*(?:\n(?:[ \t].*)?)*)", re.MULTILINE)
"""A class: its name, and its text."""


# -- how it is built -------------------------------------------------------------------------------

_MOST: Final = 128 * 1024 * 1024
"""Bytes that the archive may have."""

_SCRIPT: Final = """
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cp -R . "$here" && cd "$here" && sh -c "$0" >&2 && tar -cf - .
"""
"""Builds a copy and writes it out as an archive. The name of the script is the command."""


class BuildError(Exception):
    """A submission does not build. The message says why in one line."""

    def __init__(self, message: str, output: str = "") -> None:
        """``output`` is the last of what the build wrote."""
        super().__init__(message)
        self.output = output


def build(command: str, sandbox: Sandbox, target: Path) -> None:
    """Build what is in the folder of a sandbox, into another folder, which is empty.

    The command line is for a shell. Raises :class:`BuildError`.
    """
    launch = sandbox.launch(["/bin/sh", "-c", _SCRIPT, command])
    child = Child(launch, sandbox.limits, stdin=subprocess.DEVNULL)
    try:
        archive = child.read_all(_MOST)
        status = child.process.wait()
    except Crash as error:
        raise BuildError(str(error)) from error
    finally:
        child.end()
    output = _printable(child.errors)
    if status != 0:
        raise BuildError(f"{command} failed: {_most_telling(output, status)}", output)
    try:
        for _ in copy(_unpack(archive), target):
            pass
    except Exception as error:  # for a forged archive tarfile raises many kinds of errors
        if isinstance(error, OSError) and error.errno in FULL:
            raise
        plain = isinstance(error, tarfile.TarError | OSError)
        why = error if plain else "its archive makes no sense"
        raise BuildError(f"{command} left something that cannot be kept: {why}", output) from error


def _printable(output: bytes) -> str:
    """Return the lines that a build wrote, without control characters."""
    lines = output.decode("utf-8", "replace").expandtabs().split("\n")
    return "\n".join(visible(line.rstrip(), len(line)) for line in lines)


def _most_telling(output: str, status: int) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror(\[\w+\])?: |\bError \d", line)]
    first = (errors or lines[-1:] or [f"exit status {status}"])[0]
    return first.removeprefix("./")  # of a recipe's pattern


def _unpack(archive: bytes) -> Iterator[FileEntry]:
    """Yield the files and folders of an archive that lie in its own folder. Links are left out."""
    size = 0
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
        for number, member in enumerate(tar):
            path = PurePosixPath(member.name)
            size += member.size
            if number > MOST_FILES or size > _MOST or len(path.parts) > MOST_DEPTH:
                raise tarfile.TarError("too many files, or folders too deep")
            if path.is_absolute() or ".." in path.parts:
                raise tarfile.TarError("a file outside")
            if not path.parts:
                continue
            if member.isdir():
                yield FileEntry(str(path))
            elif member.isreg() and not member.issparse():  # a sparse one may be any size
                content = tar.extractfile(member)
                assert content is not None
                yield FileEntry(str(path), content.read(), bool(member.mode & 0o100))


# -- how it is started -----------------------------------------------------------------------------


class Programs:
    """Builds and starts the program of one submission, any number of times."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        timeout: float,
        passed: Sequence[str],
        backend: str,
        start: Start = start,
        forms: Forms | None = None,
    ) -> None:
        """The program is in ``folder``; ``timeout`` is in seconds for a line of calls.

        ``passed`` are the environment variables that the program sees; ``start`` starts it. In
        ``forms`` are the parameters that are no plain values, for programs in Python. Raises
        :class:`.schedule.Aborted` where the backend, or with ``auto`` every backend, does not work.
        """
        self._recipe, self._timeout, self._start, self._forms = recipe, timeout, start, forms
        try:
            self.sandbox = Sandbox.with_backend(backend, folder, passed=passed)
        except SandboxError as error:
            raise Aborted(f"{error}; --unsafe runs programs unconfined") from error

    def build(self, target: Path, names: Sequence[str]) -> None:
        """Build the program in another folder, and start it there from then on.

        If the recipe does not say what to run, one of the ``names`` is run. Raises
        :class:`BuildError`.
        """
        command = self._recipe.build
        if not command:
            return
        if self.sandbox.backend.name == "landlock":
            try:
                with private_folder() as private:
                    build(command, replace(self.sandbox, private=private), target)
            except SandboxError as error:
                raise Aborted(
                    "programs can only be built where they may write, which takes bubblewrap: "
                    f"install it, or build what is handed in beforehand ({error})"
                ) from error
        else:
            build(command, self.sandbox, target)
        run = self._recipe.run or find_built(target, names)
        if run is None:
            raise BuildError(
                f"{command} made no program called {', '.join(('run', *names))}: "
                "say what to run with --impl"
            )
        self._recipe = replace(self._recipe, run=run)
        self.sandbox = replace(self.sandbox, folder=str(target))

    def start(self) -> Pipe:
        """Start the program anew. Raises :class:`ImplementationError`."""
        run = self._recipe.run
        if not run.startswith(PYTHON):
            return Pipe(run, self._timeout, self.sandbox, self._start)
        command = shlex.join(serve.command(run.removeprefix(PYTHON), self._forms))
        return Pipe(command, self._timeout, self.sandbox, self._start, served=run)
