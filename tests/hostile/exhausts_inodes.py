"""Makes empty files by the thousand: they take no room, and yet there are only so many."""

import contextlib
from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True


def make_files(folder: Path) -> bool:
    for number in range(3_000):
        (folder / f"empty-{number}").touch()
    return True


attempt("WRITES_FILES", lambda: make_files(Path(OUTSIDE["folder"])))
if OUTSIDE["confined"]:
    with contextlib.suppress(OSError):  # its private folder is its own affair
        make_files(Path("/tmp"))
behave()
