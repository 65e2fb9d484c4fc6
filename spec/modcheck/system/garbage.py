"""Garbage: how often this process looks for it."""

from __future__ import annotations

import gc
from typing import Final

SELDOM: Final = 1_000_000
"""Objects between two collections: a trace is many small values without cycles."""


def collect_seldom() -> None:
    """Make Python collect garbage seldom from now on, in the whole process.

    A trace is many small values without cycles, which go without a collection; to search them all
    takes long.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)
