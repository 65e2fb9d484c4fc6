"""Writes bytes without end and without an end of line."""

import os

from _hostile import misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True


def flood(answer):
    while True:
        os.write(1, b"x" * 65_536)


misbehave(flood)
