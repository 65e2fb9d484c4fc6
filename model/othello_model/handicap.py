"""Handicap as an abstract object: corners that are granted to the weaker player before the game.

Each access program satisfies the clauses of its namesake in ``othello_spec.handicap``. Call
``init`` first. The corners are kept as one word, which a caller cannot see.
"""

from __future__ import annotations

from typing import Final

from modspec import Map, declare
from modspec.contract.contract import Contract
from othello_model.bitboard import BOARD, Bitboard, on_board
from othello_model.refusals import LazyText, off_board
from othello_model.size import CONSTANTS, SIZE
from othello_spec import handicap as specified
from othello_spec.board import BLACK, Cell, Player, Square
from othello_spec.handicap import AlreadyGranted, NotACorner
from othello_spec.othello import OutOfBounds

EDGES: Final = (0, SIZE - 1)
"""The first and the last row, and column."""

_CORNERS: Final = tuple(Square(row, col) for row in EDGES for col in EDGES)


def is_corner(row: int, col: int) -> bool:
    """Whether the board has such a corner."""
    return row in EDGES and col in EDGES


class GrantedCorners:
    """The corners that are granted so far."""

    favoured: Final = BLACK
    """Who gets the corners."""
    discs: int
    """The squares of the corners, as a word of the kind that a Bitboard has."""

    def __init__(self) -> None:
        """Grant nothing yet."""
        self.discs = 0

    def holds(self, row: int, col: int) -> bool:
        """Whether that corner is granted. Raises NotACorner for any other square."""
        if not is_corner(row, col):
            text = "row {row}, column {col} is no corner: both are 0 or {last}"
            raise NotACorner(LazyText(text, row=row, col=col, last=SIZE - 1))
        granted: bool = (self.discs & BOARD.bit(row, col)) != 0
        return granted

    def grant(self, row: int, col: int) -> None:
        """Grant that corner. Raises NotACorner, else AlreadyGranted if it was granted before."""
        if self.holds(row, col):
            text = "the corner in row {row}, column {col} has been granted before"
            raise AlreadyGranted(LazyText(text, row=row, col=col))
        self.discs |= BOARD.bit(row, col)

    def board(self) -> Bitboard:
        """Return the board on which the game starts."""
        start = Bitboard.start()
        return Bitboard(start.black | self.discs, start.white)


def of_handicap(model: GrantedCorners) -> specified.Handicap:
    """Return the specification's state that a word of granted corners stands for."""
    return specified.Handicap(
        granted=Map({c: (model.discs & BOARD.bit(*c)) != 0 for c in _CORNERS})
    )


_handicap: GrantedCorners


def _state() -> specified.Handicap | None:
    """Return the specification's state; None before the first ``init``."""
    return of_handicap(_handicap) if "_handicap" in globals() else None


contract = Contract(declare("othello_spec.handicap"), abstraction=_state, constants=CONSTANTS)


@contract
def init() -> None:
    """Grant nothing yet."""
    global _handicap
    _handicap = GrantedCorners()


@contract
def grant(row: int, col: int) -> None:
    """Grant one more corner to the weaker player.

    Raises NotACorner for any other square, else AlreadyGranted; nothing changes then.
    """
    _handicap.grant(row, col)


@contract
def is_granted(row: int, col: int) -> bool:
    """Whether a corner is granted. Raises NotACorner for any other square."""
    return _handicap.holds(row, col)


@contract
def corners() -> int:
    """Return how many corners are granted, from 0 to 4."""
    return _handicap.discs.bit_count()


@contract
def favoured() -> Player:
    """Return the weaker player, whom the handicap helps: Black, who moves first."""
    return _handicap.favoured


@contract
def cell(row: int, col: int) -> Cell:
    """Return what a square holds when the game starts. Raises OutOfBounds off the board."""
    if not on_board(row, col):
        raise OutOfBounds(off_board(row, col))
    return _handicap.board().holds(row, col)
