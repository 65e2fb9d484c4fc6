"""Attaches to another process of the user's as a debugger does."""

import ctypes

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["TRACES"]
VERDICT = "conforms"
HARMLESS = True

SEIZE = 0x4206

attempt("TRACES", lambda: ctypes.CDLL(None).ptrace(SEIZE, OUTSIDE["process"], 0, 0) == 0)
behave()
