"""Answers with an array in an array in an array, tens of thousands deep."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line(answer).replace(b"30", b"[" * 20_000 + b"]" * 20_000))
