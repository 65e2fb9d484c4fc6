"""Durations as people write them: ``50ms``, ``90s``, ``10m``, ``2h``."""

from __future__ import annotations

import math
from typing import Final

_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_MOST_DIGITS: Final = 6


def seconds_of(text: str) -> float:
    """Return the seconds of a duration such as 90s, 10m or 2h; ValueError if it is none."""
    number, unit = text[:-1], text[-1:]
    is_number = number.isdecimal() and number.isascii() and len(number) <= _MOST_DIGITS
    if unit not in _UNITS or not is_number:
        raise ValueError(f"{text!r} is no time; write 90s, 10m or 2h")
    return int(number) * _UNITS[unit]


def duration(seconds: float) -> str:
    """Return a duration, rounded up, in the largest unit that is at most half of it."""
    unit = next((u for u in reversed(_UNITS) if seconds >= 2 * _UNITS[u]), "ms")
    return f"{math.ceil(round(seconds / _UNITS[unit], 6))}{unit}"
