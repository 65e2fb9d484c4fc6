"""Looks for the checker's own packages, to have the specification answer, or the recorded answers.

It finds neither: nothing of the checker is shown but the file that serves Python modules."""

import sys
from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS: list[str] = ["READS_CHECKER"]
VERDICT = "conforms"
HARMLESS = True

PACKAGES = ("modspec", "modcheck", "othello_spec", "othello_suite", "othello_model")
SERVER = "serve.py"


def imports() -> bool:
    sys.path += OUTSIDE["specification"]
    try:
        from othello_spec import supply
    except ImportError:
        return False
    return bool(supply.left)


def reads() -> bool:
    folders = [Path(folder, package) for folder in OUTSIDE["specification"] for package in PACKAGES]
    return any(
        is_readable(path)
        for folder in folders
        for path in folder.rglob("*")
        if path.name != SERVER and path.is_file()
    )


def is_readable(path: Path) -> bool:
    try:
        return bool(path.read_bytes())
    except OSError:
        return False


attempt("READS_CHECKER", imports)
attempt("READS_CHECKER", reads)
behave()
