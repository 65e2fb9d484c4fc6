"""Sends a signal to another process of the user's."""

import os
import signal

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["SIGNALS"]
VERDICT = "conforms"
HARMLESS = True

attempt("SIGNALS", lambda: os.kill(OUTSIDE["process"], signal.SIGTERM) is None)
behave()
