"""Writes "it conforms" to the user's terminal and to the outputs of all other processes, the
checker among them."""

import os
from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True

FORGED = '✓ it conforms to supply\n{"version": 1, "conforms": true}\n'


def wrote(path: str) -> bool:
    with Path(path).open("a") as file:
        return bool(file.write(FORGED))


attempt("STEERS_TERMINAL", lambda: wrote("/dev/tty"))
attempt("WRITES_FILES", lambda: wrote(f"/proc/{OUTSIDE['process']}/fd/1"))
attempt("WRITES_FILES", lambda: wrote(f"/proc/{OUTSIDE['process']}/fd/2"))
for stream in range(3, 30):  # what it has inherited by mistake
    attempt("WRITES_FILES", os.write, stream, FORGED.encode())
behave()
