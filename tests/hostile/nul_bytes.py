"""Begins every answer with a NUL byte."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: b"\0" + as_line(answer))
