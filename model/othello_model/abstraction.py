"""Abstraction functions: which state of the specification a board and a turn stand for.

Each representation of the board has one. The representation is a secret of its module; by its
abstraction function it can be checked against the one specification. Contracts ask for the state
before and after each call, and most calls change nothing, so the latest states are kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from modspec import Map
from othello_model.bitboard import BOARD, Bitboard
from othello_model.grid import Grid
from othello_spec.board import Cell, Player, Square
from othello_spec.othello import Game

_SQUARES: Final = BOARD.squares(BOARD.board)


def of_grid(grid: Grid, turn: Player) -> Game:
    """Return the specification's state that a grid and a turn stand for."""
    return _of_rows(tuple(map(tuple, grid.rows)), turn)


@lru_cache(maxsize=256)
def _of_rows(rows: tuple[tuple[Cell, ...], ...], turn: Player) -> Game:
    return Game(board=Map({s: rows[s.row][s.col] for s in _SQUARES}), turn=turn)


@lru_cache(maxsize=256)
def of_bitboard(board: Bitboard, turn: Player) -> Game:
    """Return the specification's state that a sound bitboard and a turn stand for."""
    return Game(board=squares(board), turn=turn)


def squares(board: Bitboard) -> Map[Square, Cell]:
    """Return what each square of a bitboard holds: symbolic cells where the words are symbolic."""
    return Map({s: board.holds(s.row, s.col) for s in _SQUARES})
