"""Looks for the specification, and lets it answer. It is no secret: that is a sound implementation,
too."""

import sys

from _hostile import OUTSIDE, behave

ATTEMPTS: list[str] = []
VERDICT = "conforms"
HARMLESS = True

sys.path += OUTSIDE["specification"]
try:
    from othello_spec import supply
except ImportError:
    supply = None

behave()
