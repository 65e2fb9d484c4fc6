"""Garbage: how often Python looks for it while scripts are written and played.

A script consists of many small values, none of which refers back to another: what is no longer wanted goes by itself.
To go through them all for cycles, as often as Python does by default, takes long.
"""

from __future__ import annotations

import gc
from typing import Final

SELDOM: Final = 200_000
"""So many more values have to be made than are let go of before the youngest are looked through."""


def collect_seldom() -> None:
    """Look for garbage seldom from now on, and never among what there is already; for a whole process."""
    gc.freeze()
    gc.set_threshold(SELDOM)
