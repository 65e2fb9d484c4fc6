"""Replaces its own file while it runs, for a second start to find another program."""

import contextlib
from pathlib import Path

from _hostile import attempt, behave

ATTEMPTS = ["WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True


def replace(path: Path) -> bool:
    with contextlib.suppress(OSError):
        path.chmod(0o777)
    with contextlib.suppress(OSError):
        path.unlink()
    return bool(path.write_text("print('I conform')\n"))


attempt("WRITES_FILES", lambda: replace(Path(__file__)))
behave()
