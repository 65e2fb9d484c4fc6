"""Abstraction: which state of the specification a grid and a turn stand for.

Contracts ask for it before and after each call. Most calls change nothing, so a state that was
built lately is handed out again.
"""

from __future__ import annotations

from functools import lru_cache

from modspec import Map
from othello_model.grid import Grid
from othello_spec.board import SQUARES, Cell, Player
from othello_spec.othello import Game


def abstraction(grid: Grid, turn: Player) -> Game:
    """The specification's state; every grid stands for one."""
    return _game(tuple(map(tuple, grid.rows)), turn)


@lru_cache(maxsize=256)
def _game(rows: tuple[tuple[Cell, ...], ...], turn: Player) -> Game:
    return Game(board=Map({s: rows[s.row][s.col] for s in SQUARES}), turn=turn)
