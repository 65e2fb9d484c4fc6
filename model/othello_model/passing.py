"""Passing as an abstract object: one game in which every turn is a move or a pass.

Each access program satisfies the clauses of its namesake in ``othello_spec.passing``. Call ``init``
first. The board is that of the abstract object ``othello_model.othello``.
"""

from __future__ import annotations

from functools import lru_cache

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import squares
from othello_model.bitboard import OPPONENT, Bitboard, on_board
from othello_model.refusals import LazyText, not_allowed, off_board
from othello_model.size import CONSTANTS
from othello_spec import passing as specified
from othello_spec.board import BLACK, Cell, Player, Winner
from othello_spec.othello import InvalidMove, OutOfBounds
from othello_spec.passing import InvalidPass


@lru_cache(maxsize=256)
def of_passing(board: Bitboard, turn: Player) -> specified.Passing:
    """Return the specification's state of a game with passes that a bitboard stands for."""
    return specified.Passing(board=squares(board), turn=turn)


_board: Bitboard
_turn: Player


def _state() -> specified.Passing | None:
    """Return the specification's state; None before the first ``init``."""
    return of_passing(_board, _turn) if "_board" in globals() else None


contract = Contract(declare("othello_spec.passing"), abstraction=_state, constants=CONSTANTS)


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
    _turn = OPPONENT[_turn]


@contract
def pass_turn() -> None:
    """Pass the turn without placing a disc. Raises InvalidPass unless the player has to pass."""
    global _turn
    if not _must_pass():
        text = "{player} may not pass: they can place a disc, or neither player can"
        raise InvalidPass(LazyText(text, player=_turn))
    _turn = OPPONENT[_turn]


@contract
def is_valid_pass() -> bool:
    """Whether the player whose turn it is has to pass: only the opponent can place a disc."""
    return _must_pass()


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
    """Return whose turn it is, to place a disc or to pass. Assumes that the game is not over."""
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
    """Whether the game has ended: neither player can place a disc."""
    return _board.is_over()


def _must_pass() -> bool:
    """Whether only the opponent can place a disc."""
    stuck = _board.can_move(_turn) ^ True  # ask both players: no branch may depend on the board
    return stuck & _board.can_move(OPPONENT[_turn])
