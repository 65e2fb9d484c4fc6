"""Answers right, but stays for an hour when its input has ended, and ignores requests to end."""

import signal
import time

from _hostile import behave

ATTEMPTS: list[str] = []
VERDICT = "conforms"
HARMLESS = True

signal.signal(signal.SIGTERM, signal.SIG_IGN)
behave()
time.sleep(3600)
