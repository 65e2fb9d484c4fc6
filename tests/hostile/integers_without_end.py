"""Answers integers of five thousand digits, more than Python reads at all."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line(answer).replace(b"30", b"9" * 5_000))
