"""Othello as an abstract object: one game, whose state variables are those of this module.

Each access program satisfies the clauses of its namesake in ``othello_spec.othello``. Call ``init``
first. The board is kept as two words, which a caller cannot see.
"""

from __future__ import annotations

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import of_bitboard
from othello_model.bitboard import Bitboard, on_board
from othello_model.refusals import not_allowed, off_board
from othello_model.size import CONSTANTS
from othello_spec.board import BLACK, Cell, Player, Winner
from othello_spec.othello import Game, InvalidMove, OutOfBounds

_board: Bitboard
_turn: Player


def _state() -> Game | None:
    """Return the specification's state; None before the first ``init``."""
    return of_bitboard(_board, _turn) if "_board" in globals() else None


contract = Contract(declare("othello_spec.othello"), abstraction=_state, constants=CONSTANTS)


@contract
def init() -> None:
    """Set up the board for a new game."""
    global _board, _turn
    _board = Bitboard.start()
    _turn = BLACK


@contract
def move(row: int, col: int) -> None:
    """Place a disc for the player whose turn it is, and flip every disc that it outflanks.

    Raises OutOfBounds off the board, else InvalidMove; nothing changes then.
    """
    global _board, _turn
    if not on_board(row, col):
        raise OutOfBounds(off_board(row, col))
    if not _board.accepts(_turn, row, col):
        raise InvalidMove(not_allowed(_turn, row, col))
    _board = _board.place(_turn, row, col)
    _turn = _board.next_turn(_turn)


@contract
def is_valid_move(row: int, col: int, player: Player) -> bool:
    """Whether the player may place a disc there, were it their turn; false off the board."""
    return _board.accepts(player, row, col)


@contract
def cell(row: int, col: int) -> Cell:
    """Return what a square holds. Raises OutOfBounds off the board."""
    if not on_board(row, col):
        raise OutOfBounds(off_board(row, col))
    return _board.holds(row, col)


@contract
def turn() -> Player:
    """Return whose turn it is. Assumes that the game is not over."""
    return _turn


@contract
def count(player: Player) -> int:
    """Return how many discs of the player's colour are on the board."""
    return _board.count(player)


@contract
def winner() -> Winner:
    """Return who has more discs on the board, or DRAW, at any time of the game."""
    return _board.leader()


@contract
def game_over() -> bool:
    """Whether the game has ended: neither player can move."""
    return _board.is_over()


@contract
def has_valid_moves(player: Player) -> bool:
    """Whether there is a square where the player may place a disc, were it their turn."""
    return _board.can_move(player)
