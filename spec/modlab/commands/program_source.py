"""The source file of the program that a test is written for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from modcheck.report.own_names import OwnNames
from modcheck.report.pasted_test import SourceFile, defines

_MOST: Final = 1_000_000
"""Characters of a file that are read."""

_HEADERS: Final = {".c": (".h",), ".cpp": (".hpp", ".h")}


def program_source(
    test: Path,
    routines: Sequence[str],
    aliases: Mapping[str, Sequence[str]],
    others: Collection[str],
) -> SourceFile:
    """Return the file beside a test, in its language, that defines the most routines.

    Its names include those of the header and of the other files in the folder, but for ``others``:
    starter kits and the specification. Raises ValueError if no file defines a routine.
    """
    texts = {
        path: _read(path)
        for path in sorted(test.absolute().parent.glob(f"*{test.suffix}"))
        if path.name not in {test.name, *others} and path.is_file()
    }
    count = {path: defines(OwnNames(text, aliases), routines) for path, text in texts.items()}
    best = max(count, key=lambda path: count[path], default=None)
    if best is None or not count[best]:
        raise ValueError(
            f"no {test.suffix} file in {test.absolute().parent} defines a routine such as "
            f"{routines[0]}; name a test in the folder of your program"
        )
    headers = [best.with_suffix(ending) for ending in _HEADERS.get(best.suffix, ())]
    found = [header for header in headers if header.is_file()]
    rest = [text for path, text in texts.items() if path != best]
    text = "\n".join([*map(_read, found), texts[best], *rest])
    return SourceFile(best.name, OwnNames(text, aliases), found[0].name if found else "")


def _read(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as stream:
        return stream.read(_MOST)
