"""Writes to standard error without end, and never gets round to an answer."""

import os

from _hostile import misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
SAYS = "to standard error"
HARMLESS = True


def flood(answer):
    while True:
        os.write(2, b"error: x\n" * 7_000)


misbehave(flood)
