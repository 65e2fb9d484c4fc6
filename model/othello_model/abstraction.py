"""Abstraction: which state of the specification a board and a turn stand for.

There is one function for each representation of the board; what is beside it has its own where its class is.
Which of them an implementation has is its secret; by its abstraction function it answers to the one
specification all the same. Contracts ask for the state before and after each call. Most calls change
nothing, so one that was built lately is handed out again.
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
    """The specification's state that a grid stands for; every grid stands for one."""
    return _of_rows(tuple(map(tuple, grid.rows)), turn)


@lru_cache(maxsize=256)
def _of_rows(rows: tuple[tuple[Cell, ...], ...], turn: Player) -> Game:
    return Game(board=Map({s: rows[s.row][s.col] for s in _SQUARES}), turn=turn)


@lru_cache(maxsize=256)
def of_bitboard(board: Bitboard, turn: Player) -> Game:
    """The specification's state that a bitboard stands for; every sound one stands for one."""
    return Game(board=squares(board), turn=turn)


def squares(board: Bitboard) -> Map[Square, Cell]:
    """What each square of a bitboard holds.

    Nothing branches on a word: where words are symbolic, so is what the squares hold.
    """
    return Map({s: board.holds(s.row, s.col) for s in _SQUARES})
