"""Lets one file grow without end, until the system ends the program with a signal."""

import tempfile

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = False


def grow(answer):
    with tempfile.TemporaryFile() as file:
        while True:
            file.write(bytes(1024 * 1024))
    return as_line(answer)


misbehave(grow)
