"""Source texts: what stands in the files of a program, as far as its command line names them.

Nothing depends on them but which values are tried, so a file that is not found does no harm.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from modcheck.grading.programs import ENDINGS, PYTHON
from modcheck.testing.literals import Literals, literals_of

_TOGETHER: Final = {
    ".c": (".c", ".h"),
    ".cpp": (".cpp", ".hpp", ".h"),
    ".java": (".java",),
}
"""The endings of the files in a folder that are built together, by the ending of one of them."""

_READ: Final = 200_000
"""Characters of a file that are read."""

_MOST: Final = 50
"""Files that are read."""


def program_literals(run: str, folders: Sequence[Path]) -> Literals:
    """Return the literals of what a command line runs, as :func:`source_texts` finds its files."""
    return literals_of(source_texts(run, folders), is_python=run.startswith(PYTHON))


def source_texts(run: str, folders: Sequence[Path]) -> list[str]:
    """Return the texts of the files that a command line, or ``py:module:Class``, runs.

    Names are those of files in the first of the folders that has them. Files of a language that is
    built from a folder go together. What a Makefile builds comes from every file of its folder.
    """
    paths = dict.fromkeys(islice(_paths(run, folders), _MOST))
    return [text for path in paths if (text := _text(path)) is not None]


def _paths(run: str, folders: Sequence[Path]) -> Iterator[Path]:
    # whatever a build, or the script `run`, makes of the folder
    names = [*_file_names(run)] if run not in ("", "./run") else ["*"]
    for name in names:
        for folder in folders:
            found = [path for path in _files(folder, name) if path.suffix in ENDINGS]
            for path in found:
                together = (
                    _files(path.parent, f"*{end}") for end in _TOGETHER.get(path.suffix, ())
                )
                yield path
                yield from (each for paths in together for each in paths)
            if found:
                break


def _file_names(run: str) -> Iterator[str]:
    """Yield what a command line may mean by a file, as patterns with any ending."""
    if run.startswith(PYTHON):
        module = run.removeprefix(PYTHON).partition(":")[0]
        yield f"{module.replace('.', '/')}.py"
        return
    try:
        words = shlex.split(run)
    except ValueError:
        return
    for word in words:
        path = Path(word)
        if path.name and not word.startswith("-") and not set("*?[") & set(word):
            yield f"{path.with_suffix('')}.*"


def _files(folder: Path, pattern: str) -> list[Path]:
    """Return the files that a pattern fits in a folder, in their order."""
    base = folder / pattern
    try:
        paths = sorted(base.parent.glob(base.name))
        return [path for path in paths if path.is_file() and not path.is_symlink()]
    except (OSError, ValueError):
        return []


def _text(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_READ)
    except OSError:
        return None
