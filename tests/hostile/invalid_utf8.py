"""Answers right, but with bytes in a text that are not UTF-8."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line({**answer, "note": "?"}).replace(b"?", b"\xff\xc0\x80"))
