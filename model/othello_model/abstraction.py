"""Abstraction: which state of the specification a board and a turn stand for.

There is one function for each representation. Which of them an implementation has is its secret; by
its abstraction function it answers to the one specification all the same. Contracts ask for the state
before and after each call. Most calls change nothing, so one that was built lately is handed out again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from modspec import Map
from othello_model.bitboard import BOARD, Bitboard
from othello_model.grid import Grid
from othello_model.size import SIZE
from othello_spec import clock, handicap, match, passing, supply
from othello_spec.board import Cell, Player, Square
from othello_spec.othello import Game

if TYPE_CHECKING:  # these modules are held to their specifications by what is here
    from othello_model.clock import Clock
    from othello_model.handicap import Handicap
    from othello_model.supply import Supply


_SQUARES: Final = BOARD.squares(BOARD.board)

_CORNERS: Final = {Square(row, col) for row in (0, SIZE - 1) for col in (0, SIZE - 1)}


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


def of_supply(model: Supply) -> supply.Supply:
    """The specification's state that the discs beside the board stand for."""
    return supply.Supply(left=Map(model.left))


def of_handicap(model: Handicap) -> handicap.Handicap:
    """The specification's state that a word of granted corners stands for."""
    granted = {c: (model.discs & BOARD.bit(*c)) != 0 for c in _CORNERS}
    return handicap.Handicap(granted=Map(granted))


def of_clock(model: Clock) -> clock.Clock:
    """The specification's state that clocks which run down stand for."""
    return clock.Clock(
        limit=model.limit,
        used=Map({p: model.limit - remaining for p, remaining in model.remaining.items()}),
        running=model.running,
        latest=model.latest,
    )


@lru_cache(maxsize=256)
def of_passing(board: Bitboard, turn: Player) -> passing.Passing:
    """The specification's state of a game with passes that a bitboard stands for."""
    return passing.Passing(board=squares(board), turn=turn)


def of_match(
    begun: bool, corners: Handicap, board: Bitboard, turn: Player, discs: Supply, clocks: Clock
) -> match.Match:
    """The specification's state that the parts of a match stand for together."""
    return match.Match(
        begun=begun,
        handicap=of_handicap(corners),
        game=of_bitboard(board, turn),
        supply=of_supply(discs),
        clock=of_clock(clocks),
    )
