"""Advice: how directions are named for the person who mends a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WAYS: Final[Mapping[str, str]] = {
    "NORTH": "up",
    "NORTHEAST": "up and to the right",
    "EAST": "to the right",
    "SOUTHEAST": "down and to the right",
    "SOUTH": "down",
    "SOUTHWEST": "down and to the left",
    "WEST": "to the left",
    "NORTHWEST": "up and to the left",
}
"""Where the directions point, with row 1 at the top."""
