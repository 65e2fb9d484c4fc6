"""Starts threads until it is refused one; they count as processes do."""

import threading

from _hostile import OUTSIDE, WORKED, behave

ATTEMPTS = ["FORKS"]
VERDICT = "conforms"
HARMLESS = True

threading.stack_size(64 * 1024)
try:
    for _ in range(2 * OUTSIDE["processes"]):
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    WORKED.append("FORKS")
except RuntimeError:
    pass
behave()
