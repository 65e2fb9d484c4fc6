"""Own files: what is installed of the checker, which a confined program must not see.

A program that can read the specification, its model or the recorded answers can answer with them.
Courses are packages of their own that need the checker; what they install is concealed as well.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from modcheck.distribution import DISTRIBUTION
from modcheck.sandbox.paths import is_too_wide

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_NEEDS_IT: Final = re.compile(
    rf"^Requires-Dist: *{re.sub('[-_.]', '[-_.]', DISTRIBUTION)}\b".encode(),
    re.MULTILINE | re.IGNORECASE,
)
"""What the metadata of a distribution that needs this one says, however the name is written."""

_ELSEWHERE: Final = (
    "lib*/python3*/*-packages",
    "local/lib*/python3*/*-packages",
    "versions/*/lib/python3*/*-packages",
)
"""Where in an installation of Python, or of several, packages are."""


@cache
def own_files() -> frozenset[str]:
    """Return the real paths of the folders and files of the checker, and of courses for it."""
    found = {str(Path(__file__).parents[1])}
    for each in _distributions():
        for path in _files_of(each):
            found.add(path)
            if path.endswith(".pth"):
                found |= {folder for folder in _lines(path) if not is_too_wide(folder)}
    return frozenset(os.path.realpath(path) for path in found if os.path.lexists(path))


@cache
def copies(installation: str) -> frozenset[str]:
    """Return the real paths of other copies of the same packages in an installation of Python."""
    folders = [each for pattern in _ELSEWHERE for each in Path(installation).glob(pattern)]
    paths = (os.path.join(folder, name) for folder in folders for name in _names())
    return frozenset(os.path.realpath(path) for path in paths if os.path.lexists(path))


@cache
def _names() -> frozenset[str]:
    """Return the names of the packages, wherever they are imported from."""
    names: set[str] = set()
    for path in own_files():
        if Path(path, "__init__.py").is_file():
            names.add(os.path.basename(path))
        elif os.path.isdir(path):  # a folder that packages are imported from
            names |= {each.parent.name for each in Path(path).glob("*/__init__.py")}
    return frozenset(names)


def _distributions() -> Iterator[Distribution]:
    from importlib import metadata  # it takes long, and is seldom needed

    try:
        yield metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:  # it is run from its source
        return
    for folder in sys.path:
        for file in Path(folder or ".").glob("*.dist-info/METADATA"):
            if _NEEDS_IT.search(file.read_bytes()):
                yield metadata.Distribution.at(file.parent)


def _files_of(one: Distribution) -> Iterable[str]:
    """Return the outermost folders and files of a distribution; programs are left out."""
    tops = {file.parts[0] for file in one.files or ()} - {os.pardir, "__pycache__"}
    return {str(one.locate_file(top)) for top in tops}


def _lines(path: str) -> Iterator[str]:
    """Yield the folders that a file adds to where packages are imported from."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    yield from (line for line in map(str.strip, text.splitlines()) if os.path.isabs(line))
