"""Reads nothing and writes nothing."""

import time

ATTEMPTS: list[str] = []
VERDICT = "not judged"
HARMLESS = True
HANGS = True

time.sleep(3600)
