"""Ends its parent, and all other processes that it may."""

import os
import signal
import time

from _hostile import attempt, behave

ATTEMPTS: list[str] = []
VERDICT = "conforms"
HARMLESS = False


def kill(process: int, number: int) -> bool:
    parent = os.getppid()
    os.kill(process, number)
    time.sleep(0.05)
    return os.getppid() != parent


for number in (signal.SIGTERM, signal.SIGKILL):
    attempt("killed its parent", kill, os.getppid(), number)
    attempt("killed its parent", kill, 1, number)
behave()
