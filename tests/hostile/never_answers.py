"""Shakes hands and never answers again; ignores all signals that one can ignore, and the end of its
input."""

import contextlib
import signal
import time

from _hostile import misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True
HANGS = True

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)


def wait(answer):
    time.sleep(3600)


misbehave(wait)
