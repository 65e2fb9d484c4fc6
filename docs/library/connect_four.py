"""Connect Four: discs fall into columns; four in a line win.

Assumptions:
    init is called before any other access program.

Considerations:
    The board in the shops has six rows and seven columns. On this one, games end with a full board
    often enough for a checker to see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from modspec import AbstractObject

__all__ = [
    "COLS",
    "ROWS",
    "Colour",
    "Empty",
    "Full",
    "GameOver",
    "OutOfBounds",
    "disc",
    "drop",
    "has_won",
    "height",
    "init",
    "is_over",
    "turn",
]  # fmt: skip

ROWS: Final = 4
"""The number of rows; row 0 is at the bottom."""

COLS: Final = 4
"""The number of columns."""


class Colour(StrEnum):  # [colours]
    """The colours of the players, and of their discs."""

    RED = "red"
    YELLOW = "yellow"


class Place(NamedTuple):  # [places]
    """A place for a disc."""

    row: int
    col: int


PLACES: Final = frozenset(Place(r, c) for r in range(ROWS) for c in range(COLS))  # [places]
"""All places."""

STEPS: Final = frozenset({Place(0, 1), Place(1, 0), Place(1, 1), Place(1, -1)})  # [line]
"""From a place to the next on a line: to the right, up, and up to either side."""

Discs: TypeAlias = Mapping[Place, Colour]
"""The colour of the disc at each place that has one."""


class Empty(Exception):  # [places]
    """There is no disc at the place."""


class Full(Exception):  # [full]
    """There is no room in the column."""


class GameOver(Exception):  # [game-over]
    """The game is over."""


class OutOfBounds(Exception):  # [places]
    """There is no such place."""


class Game(AbstractObject):
    """The one game of the module."""

    discs: Discs  # [places]
    """The colour of the disc at each place that has one."""

    turn: Colour  # [in-turn]
    """Whose turn it is."""


def invariant(game: Game) -> bool:
    """No disc lies beyond the edges, and none hangs in the air."""
    return frozenset(game.discs) <= PLACES and all(
        p.row == 0 or Place(p.row - 1, p.col) in game.discs for p in game.discs
    )  # [falls]


def init() -> Game:
    """Begin without discs."""
    return Game(
        discs={},  # [begins-empty]
        turn=Colour.RED,  # [red-first]
    )


def drop(game: Game, col: int) -> Game:
    """Drop a disc of the player whose turn it is into a column."""
    if is_over(game):
        raise GameOver  # [game-over]
    if not 0 <= col < COLS:
        raise OutOfBounds  # [places]
    if fallen(game.discs, col) == ROWS:
        raise Full  # [full]
    return Game(
        discs={**game.discs, Place(fallen(game.discs, col), col): game.turn},  # [falls]
        turn=Colour.YELLOW if game.turn == Colour.RED else Colour.RED,  # [in-turn]
    )


def disc(game: Game, row: int, col: int) -> Colour:
    """The colour of the disc at a place."""
    if Place(row, col) not in PLACES:
        raise OutOfBounds  # [places]
    if Place(row, col) not in game.discs:
        raise Empty  # [places]
    return game.discs[Place(row, col)]  # [places]


def height(game: Game, col: int) -> int:
    """How many discs are in a column."""
    if not 0 <= col < COLS:
        raise OutOfBounds  # [places]
    return fallen(game.discs, col)  # [height]


def turn(game: Game) -> Colour:
    """Whose turn it is; after the end, whose it would be."""
    return game.turn  # [in-turn]


def has_won(game: Game, player: Colour) -> bool:
    """Whether a player has four in a line."""
    return has_line(game.discs, player)  # [has-won]


def is_over(game: Game) -> bool:
    """Whether a player has won, or there is no room."""
    return (
        any(has_line(game.discs, p) for p in Colour)  # [game-over]
        or len(game.discs) == ROWS * COLS  # [game-over]
    )


def fallen(discs: Discs, col: int) -> int:
    """How many discs are in a column."""
    return sum(1 for p in discs if p.col == col)  # [height]


def has_line(discs: Discs, player: Colour) -> bool:
    """Whether four places in a line have discs of a player."""
    return any(
        all(is_of(discs, player, Place(p.row + k * s.row, p.col + k * s.col)) for k in range(4))
        for p in PLACES
        for s in STEPS
    )  # [line]


def is_of(discs: Discs, player: Colour, place: Place) -> bool:
    """Whether there is a disc of a player at a place."""
    return place in discs and discs[place] == player  # [line]
