"""Answers NaN and Infinity, which Python reads as numbers although they are not JSON."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line(answer).replace(b"30", b"NaN").replace(b"29", b"-Infinity"))
