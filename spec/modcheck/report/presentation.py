"""Presentation: how the values, games and states of a course's modules look in reports.

A course gives a :class:`Presentation` for texts and :class:`Drawings` for pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from modcheck.testing.mismatch import Mismatch
from modspec.run.machine import Call
from modspec.run.plain import plain


class Presentation(Protocol):
    """How the things of one specification are written."""

    def value(self, value: Any) -> str:
        """Return a value in a word."""

    def game(self, calls: Sequence[Call]) -> str:
        """Return the calls of a game as people write them."""

    def call(self, mismatch: Mismatch) -> str:
        """Return what the culprit call means, in a few words; empty if there is nothing to say."""

    def pictures(self, mismatch: Mismatch) -> list[str]:
        """Return lines that show the state before the call, and after it, expected and actual."""

    def as_json(self, mismatch: Mismatch) -> dict[str, Any]:
        """Return the game and the states for programs."""

    def beyond(self, module: str) -> str:
        """Return what else a program that fits the module may be checked against, and how."""


class PlainPresentation:
    """Writes values as the terminal shows them, and draws nothing."""

    def value(self, value: Any) -> str:
        """Return a value as the terminal shows it: a string in quotes, an element by its name."""
        return plain(value)

    def game(self, calls: Sequence[Call]) -> str:
        """Return the calls, one after the other."""
        return ", ".join(map(str, calls))

    def call(self, mismatch: Mismatch) -> str:
        """Return nothing."""
        return ""

    def pictures(self, mismatch: Mismatch) -> list[str]:
        """Return no lines."""
        return []

    def as_json(self, mismatch: Mismatch) -> dict[str, Any]:
        """Return nothing more than every verdict has."""
        return {}

    def beyond(self, module: str) -> str:
        """Return nothing: no other module is known."""
        return ""


@dataclass(frozen=True)
class Figure:
    """A picture of a state."""

    heading: str
    """What it shows, if there are several in a frame; else empty."""

    svg: str
    """The picture as an SVG element. Pages include it as it is."""


@dataclass(frozen=True)
class Frame:
    """What a page shows at one point of a game."""

    caption: str
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    """What no picture shows, a line each."""

    question: str = ""
    """What the call that shows the fault asks, as people say it; empty if there is nothing to say
    but the call."""


class Drawings(Protocol):
    """How the games of one specification are drawn."""

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """Return the game that shows a fault of a verdict in its JSON form, counted from 0."""


class NoDrawings:
    """The drawings of a specification that has nothing to draw."""

    def frames(self, verdict: Mapping[str, Any], number: int) -> Sequence[Frame]:
        """Return no frames."""
        return ()
