"""Recognise: what to run in a submission, where nobody says.

Only what lies in its own folder counts, by the names of the files. Nothing is run to find out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_READ: Final = 1_000_000
"""Characters of a program text that are looked at."""


@dataclass(frozen=True)
class Recipe:
    """How to come from a submission to a running program."""

    run: str
    """A command line, or ``py:module:Class``; empty: what the build has made under one of the names."""

    build: str = ""
    """A command line for a shell that is run before; empty if nothing is to be built."""


def program_folder(folder: Path) -> Path:
    """Where the program is: the folder or, where all of it is one folder, as archives make it, that one."""
    while True:
        inner = sorted(folder.iterdir())
        if len(inner) != 1 or not inner[0].is_dir() or inner[0].is_symlink():
            return folder
        folder = inner[0]


def recognised(folder: Path, names: Sequence[str], routines: Collection[str]) -> Recipe | None:
    """The recipe for what lies in a folder, or None if nothing is known.

    ``names`` are what a program may be called, without the ending, those first that are looked for first;
    ``routines`` are what a Python module offers.
    """
    files = {
        path.name: path for path in folder.iterdir() if path.is_file() and not path.is_symlink()
    }
    for recipe in _recipes(files, names, routines):
        return recipe
    return None


def made(folder: Path, names: Sequence[str]) -> str | None:
    """The command line of the program of one of these names in a folder, or of ``run``; None if there is none."""
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
        yield Recipe("", "make -B")  # what was handed in ready made may be another machine's
    for name in names:
        for ending, made in _COMPILED.items():
            if name + ending in files:
                yield made(name)
    for name in names:
        if f"{name}.py" in files:
            yield _python(files[f"{name}.py"], names, routines)
    texts = [path for file, path in sorted(files.items()) if file.endswith(".py")]
    recipes = [_python(path, names, ()) for path in texts]
    classes = [recipe for recipe in recipes if recipe.run.startswith("py:")]
    if len(classes) == 1:  # of several, nobody knows which is meant
        yield classes[0]


_COMPILED: Final[dict[str, Callable[[str], Recipe]]] = {
    ".java": lambda name: Recipe(f"java -cp . {name}", "javac -encoding UTF-8 -d . *.java"),
    ".c": lambda name: Recipe(f"./{name}", f"cc -O1 -o {name} *.c -lm"),
    ".cpp": lambda name: Recipe(f"./{name}", f"c++ -O1 -o {name} *.cpp"),
    ".rs": lambda name: Recipe(f"./{name}", f"rustc -O -o {name} {name}.rs"),
    ".mjs": lambda name: Recipe(f"node {name}.mjs"),
    ".js": lambda name: Recipe(f"node {name}.js"),
}
"""By the ending of a file, what is done with a program of that name."""


def _python(path: Path, names: Sequence[str], routines: Collection[str]) -> Recipe:
    """A class of one of the names, a module with the routines or, failing these, a program."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        text = stream.read(_READ)
    classes = re.findall(r"^class\s+(\w+)", text, re.MULTILINE)
    functions = re.findall(r"^def\s+(\w+)", text, re.MULTILINE)
    for name in names:
        if name in classes and path.stem.isidentifier():
            return Recipe(f"py:{path.stem}:{name}")
    if set(functions) & set(routines) and path.stem.isidentifier():
        return Recipe(f"py:{path.stem}")
    return Recipe(f"python3 {shlex.quote(path.name)}")
