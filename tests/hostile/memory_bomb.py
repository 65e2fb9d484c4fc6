"""Allocates more memory than it should get, and writes to all of it."""

from _hostile import OUTSIDE, attempt, behave

ATTEMPTS = ["ALLOCATES"]
VERDICT = "conforms"
HARMLESS = True

attempt("ALLOCATES", lambda: bytearray(b"x") * (OUTSIDE["memory"] + 1024 * 1024))
behave()
