"""Opens descriptors until the system refuses, and never closes one."""

import contextlib
import os

from _hostile import behave

ATTEMPTS: list[str] = []
VERDICT = "conforms"
HARMLESS = True

with contextlib.suppress(OSError):
    for _ in range(100_000):
        os.pipe()
behave()
