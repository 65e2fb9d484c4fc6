"""Holds memory in a file that has no name: no limit on processes counts it."""

import os

from _hostile import attempt, behave

ATTEMPTS = ["HOARDS"]
VERDICT = "conforms"
HARMLESS = True

attempt("HOARDS", lambda: os.write(os.memfd_create("hoard"), bytes(4096)) == 4096)
behave()
