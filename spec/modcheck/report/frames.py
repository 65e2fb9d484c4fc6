"""Frames: what a page shows of a game, one position after the other.

What a position looks like is the business of the specification: it gives :class:`Drawings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Figure:
    """A picture of a state."""

    heading: str
    """What it shows, if there are several in a frame; else empty."""

    svg: str
    """The picture as an SVG element. It is put into pages as it is."""


@dataclass(frozen=True)
class Frame:
    """What is shown at one point of a game."""

    caption: str
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    """What no picture shows, a line each."""


class Drawings(Protocol):
    """How the games of one specification are drawn."""

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """The game that shows a fault, given by its number from 0 in a verdict's JSON form."""


class NoDrawings:
    """What a specification has that has nothing to draw."""

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """Nothing."""
        return ()
