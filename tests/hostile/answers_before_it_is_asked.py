"""Answers the first hundred requests before it has seen one."""

from _hostile import as_line, behave, send

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

send(as_line({"id": 0, "hello": 1, "routines": ["init", "take", "left", "takes_from_opponent"]}))
for number in range(1, 100):
    send(as_line({"id": number, "replies": [{}] * 250}))
behave()
