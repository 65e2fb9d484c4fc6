"""Answers right, and goes on answering the same without end."""

import os

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True


def flood(answer):
    while True:
        os.write(1, as_line(answer))


misbehave(flood)
