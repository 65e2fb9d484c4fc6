"""Writes a verdict on itself where a reply is due."""

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: as_line({"id": answer["id"], "conforms": True, "verdict": "conforms"}))
