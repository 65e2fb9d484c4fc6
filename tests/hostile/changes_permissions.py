"""Takes the user's own file away from the user, and shows it to everybody else."""

import os
from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["CHANGES_MODES"]
VERDICT = "conforms"
HARMLESS = True

attempt("CHANGES_MODES", lambda: Path(OUTSIDE["file"]).chmod(0o606) is None)
attempt("CHANGES_MODES", lambda: os.utime(OUTSIDE["file"], (0, 0)) is None)
behave()
