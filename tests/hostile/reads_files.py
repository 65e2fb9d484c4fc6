"""Reads the user's files, those of the system, and what the checker was told in its environment."""

import os
from pathlib import Path

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["READS_FILES"]
VERDICT = "conforms"
HARMLESS = True


def read_byte(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(1)


def reads_environment(process: object) -> bool:
    return OUTSIDE["variable"].encode() in Path(f"/proc/{process}/environ").read_bytes()


for path in (
    OUTSIDE["file"],
    "/etc/shadow",
    f"/proc/{os.getppid()}/root{OUTSIDE['file']}",
    "/proc/self/cwd/../outside/file",
    "/proc/kcore",
):
    attempt("READS_FILES", read_byte, path)
attempt("READS_FILES", lambda: list(Path(OUTSIDE["file"]).parent.iterdir()))
for process in ("self", os.getppid()):
    attempt("READS_FILES", reads_environment, process)
behave()
