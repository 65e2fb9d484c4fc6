"""The sources beside a starter kit."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "python": (".py",),
    "java": (".java",),
    "c": (".c", ".h"),
    "cpp": (".cpp", ".hpp", ".cc", ".cxx", ".h"),
    "javascript": (".js", ".mjs", ".cjs"),
    "typescript": (".ts",),
    "rust": (".rs",),
}
"""How the files of a language end."""


HEADER_ENDINGS: Final = frozenset({".h", ".hpp"})
"""How headers end."""


_MOST_FILES: Final = 300


_MOST_CHARACTERS: Final = 200_000


_NO_SOURCES: Final = frozenset({"build", "dist", "node_modules", "target", "tests", "test", "venv"})


def source_files(folder: Path, endings: Sequence[str]) -> Iterator[Path]:
    """Yield the sources below a folder; below the current one if the folder is in it."""
    here = Path()
    inside = folder.absolute().is_relative_to(here.absolute())
    start = here if inside else folder

    def files() -> Iterator[Path]:
        for place, folders, names in os.walk(start):
            folders[:] = sorted(each for each in folders if not _is_no_source(each))
            yield from (Path(place, name) for name in sorted(names))

    found = (path for path in islice(files(), 10 * _MOST_FILES) if path.suffix in endings)
    yield from islice(found, _MOST_FILES)


def _is_no_source(folder: str) -> bool:
    return folder.startswith((".", "_")) or folder in _NO_SOURCES


def read(path: Path) -> str:
    """Return the text of a source, or its beginning; empty if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_MOST_CHARACTERS)
    except OSError:
        return ""


def is_package(folder: Path) -> bool:
    """Whether a folder is a package of Rust."""
    return (folder / "Cargo.toml").is_file()
