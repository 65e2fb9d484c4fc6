"""Gives every answer twice in one object, so that the reader may choose."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line(answer).replace(b'{"out": 30', b'{"out": 29, "out": 30'))
