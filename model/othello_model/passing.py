"""Passing as an abstract object: one game in which every turn is a move, if only a pass.

Each access program is held to the clauses of its namesake in ``othello_spec.passing``. Call ``init``
before any other. The board is that of the abstract object ``othello_model.othello``; the turn goes to the
other player after each call that succeeds.
"""

from __future__ import annotations

from functools import lru_cache

from modspec import declare
from modspec.contract.contract import Contract
from othello_model.abstraction import squares
from othello_model.bitboard import OPPONENT, Bitboard, on_board
from othello_model.refusals import NotAllowed, NotForced, NotOnBoard
from othello_model.size import CONSTANTS
from othello_spec import passing as specified
from othello_spec.board import BLACK, Cell, Player, Winner
from othello_spec.othello import InvalidMove, OutOfBounds
from othello_spec.passing import InvalidPass

__all__ = [
    "InvalidMove",
    "InvalidPass",
    "OutOfBounds",
    "cell",
    "count",
    "game_over",
    "init",
    "is_valid_move",
    "is_valid_pass",
    "move",
    "pass_turn",
    "turn",
    "winner",
]


@lru_cache(maxsize=256)
def of_passing(board: Bitboard, turn: Player) -> specified.Passing:
    """The specification's state of a game with passes that a bitboard stands for."""
    return specified.Passing(board=squares(board), turn=turn)


_board: Bitboard
_turn: Player


def _state() -> specified.Passing | None:
    """The specification's state; None before the first ``init``."""
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

    Raises OutOfBounds off the board, else InvalidMove where they may not; nothing changes then.
    """
    global _board, _turn
    if not on_board(row, col):
        raise OutOfBounds(NotOnBoard(row, col))
    if not _board.accepts(_turn, row, col):
        raise InvalidMove(NotAllowed(_turn, row, col))
    _board = _board.place(_turn, row, col)
    _turn = OPPONENT[_turn]


@contract
def pass_turn() -> None:
    """Let the turn go by without placing a disc. Raises InvalidPass unless that has to be done."""
    global _turn
    if not _must_pass():
        raise InvalidPass(NotForced(_turn))
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
    """What a square holds. Raises OutOfBounds off the board."""
    if not on_board(row, col):
        raise OutOfBounds(NotOnBoard(row, col))
    return _board.holds(row, col)


@contract
def turn() -> Player:
    """Whose turn it is, to place a disc or to pass. Assumes that the game is not over."""
    return _turn


@contract
def count(player: Player) -> int:
    """How many discs of the player's colour are on the board."""
    return _board.count(player)


@contract
def winner() -> Winner:
    """Who has more discs on the board, or that neither has, at any time of the game."""
    return _board.leader()


@contract
def game_over() -> bool:
    """Whether the game has ended: neither player can place a disc."""
    return _board.is_over()


def _must_pass() -> bool:
    """Whether only the opponent can place a disc."""
    stuck = _board.can_move(_turn) ^ True  # both are asked: nothing branches on the board
    return stuck & _board.can_move(OPPONENT[_turn])
