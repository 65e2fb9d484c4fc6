"""Handicap: corners that a stronger player grants a weaker one before the game.

The weaker player plays Black, moves first, and may have discs in some of the corners, from none to
all four, where they can never be flipped.

Assumptions:
    init is called before any other access program.

Considerations:
    The source says how many corners are granted, not which: that is the caller's choice.
    The source lets the weaker player move first and have corners; that these are Black's follows.
    A corner is granted once and not taken back; init begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from modspec import AbstractObject
from othello_spec import othello
from othello_spec.board import CORNERS, SQUARES, Cell, Player, Square
from othello_spec.othello import OutOfBounds

__all__ = [
    "AlreadyGranted",
    "NotACorner",
    "cell",
    "corners",
    "favoured",
    "grant",
    "init",
    "is_granted",
]

Grants: TypeAlias = Mapping[Square, bool]
"""For each of the CORNERS, whether it is granted."""


class NotACorner(Exception):  # [corner-handicap]
    """The row and column name no corner of the board."""


class AlreadyGranted(Exception):  # [granted-once]
    """The corner has been granted before."""


class Handicap(AbstractObject):  # [corner-handicap]
    """The corners that are granted."""

    granted: Grants  # [corner-handicap]
    """Which corners hold a disc of the weaker player's at the start."""


def init() -> Handicap:
    """Grant nothing yet."""
    return Handicap(granted={c: False for c in CORNERS})  # [corner-handicap]


def grant(handicap: Handicap, row: int, col: int) -> Handicap:
    """Grant one more corner to the weaker player."""
    if Square(row, col) not in CORNERS:
        raise NotACorner  # [corner-handicap]
    if handicap.granted[Square(row, col)]:
        raise AlreadyGranted  # [granted-once]
    return Handicap(
        granted={
            c: c == Square(row, col) or handicap.granted[c] for c in CORNERS
        }  # [corner-handicap]
    )


def is_granted(handicap: Handicap, row: int, col: int) -> bool:
    """Whether a corner is granted."""
    if Square(row, col) not in CORNERS:
        raise NotACorner  # [corner-handicap]
    return handicap.granted[Square(row, col)]  # [corner-handicap]


def corners(handicap: Handicap) -> int:
    """How many corners are granted, from 0 to 4."""
    return sum(1 for c in CORNERS if handicap.granted[c])  # [corner-handicap]


def favoured(handicap: Handicap) -> Player:
    """The player whom the handicap helps: the weaker one, who plays Black and so moves first."""
    return othello.init().turn  # [weaker-first]


def cell(handicap: Handicap, row: int, col: int) -> Cell:
    """What a square of the board holds when the game starts."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    return (
        favoured(handicap)
        if is_corner_granted(handicap, Square(row, col))  # [corner-handicap]
        else othello.init().board[Square(row, col)]  # [setup]
    )


def is_corner_granted(handicap: Handicap, square: Square) -> bool:
    """Whether the square is a corner that is granted."""
    return square in CORNERS and handicap.granted[square]  # [corner-handicap]
