"""Ends with exit status 0 in the middle of a game, as if that were the end of the check."""

import os

from _hostile import misbehave

ATTEMPTS: list[str] = []
VERDICT = "faulty"
HARMLESS = True

misbehave(lambda answer: os._exit(0))
