"""Answers 1e400, which Python reads as infinite, and 30.0 and 3e1, which are 30 only to Python."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line(answer).replace(b"30", b"3e1").replace(b"29", b"1e400"))
