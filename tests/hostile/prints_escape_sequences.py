"""Puts escape sequences for terminals wherever a text of it might be shown: names, values, standard
error."""

import sys

from _hostile import as_line, misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

CLEAR = "\x1b[2J\x1b]0;title\x07\x9b2J\r\u202e"


def spoil(answer):
    print(f"error: {CLEAR}", file=sys.stderr)
    for number, reply in enumerate(answer["replies"]):
        if reply["out"] is not None:
            answer["replies"][number] = {("out", "exc", "error")[number % 3]: CLEAR}
    return as_line(answer)


misbehave(spoil)
