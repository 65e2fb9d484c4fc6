"""Answers right, in a line with a megabyte more."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line({**answer, "note": "x" * 1_000_000}))
