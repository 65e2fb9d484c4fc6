"""Passing: Othello where a player who cannot place a disc passes by a move of its own.

One game between Black and White in which every turn is one move: a placement or a pass.
The othello module leaves forfeited turns out; with the passes hidden, this is the same game.

Assumptions:
    init is called before any other access program.

Considerations:
    Implementations that ask each player for a move in turn, or for a pass, play so.
    No player passes by choice: placing a disc and passing are never both possible.
    pass_turn raises InvalidPass once the game is over, since then neither player can place a disc.
"""

from __future__ import annotations

from modspec import AbstractObject
from othello_spec import othello
from othello_spec.board import CENTRE, EMPTY, SQUARES, Board, Cell, Player, Square, Winner
from othello_spec.lines import can_move, opponent, placed
from othello_spec.othello import Game, InvalidMove, OutOfBounds

__all__ = [
    "InvalidPass",
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


class InvalidPass(Exception):  # [forced-pass-only]
    """The player whose turn it is may not pass."""


class Passing(AbstractObject):  # [abstract-object]
    """The state of one game."""

    board: Board  # [abstract-object]
    """What each square holds."""

    turn: Player  # [whose-turn]
    """Whose turn it is, though perhaps only to pass; of no meaning once the game is over."""


def invariant(passing: Passing) -> bool:
    """The centre is never empty."""
    return all(passing.board[s] != EMPTY for s in CENTRE)  # [discs-stay]


def init() -> Passing:
    """Set up the board for a new game."""
    return Passing(
        board=othello.init().board,  # [setup]
        turn=othello.init().turn,  # [black-first]
    )


def move(passing: Passing, row: int, col: int) -> Passing:
    """Place a disc for the player whose turn it is, and flip every disc that it outflanks."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    if not is_valid_move(passing, row, col, passing.turn):
        raise InvalidMove  # [must-capture]
    return Passing(
        board=placed(passing.board, passing.turn, Square(row, col)),  # [capture-all]
        turn=opponent(passing.turn),  # [passing-move]
    )


def pass_turn(passing: Passing) -> Passing:
    """Let the turn go by without placing a disc."""
    if not is_valid_pass(passing):
        raise InvalidPass  # [forced-pass-only]
    return Passing(
        board=passing.board,  # [passing-move]
        turn=opponent(passing.turn),  # [passing-move]
    )


def is_valid_pass(passing: Passing) -> bool:
    """Whether the player whose turn it is has to pass: only the opponent can place a disc."""
    return (
        not can_move(passing.board, passing.turn)  # [forced-pass-only]
        and can_move(passing.board, opponent(passing.turn))  # [forced-pass-only]
    )


def is_valid_move(passing: Passing, row: int, col: int, player: Player) -> bool:
    """Whether the player may place a disc there, were it their turn."""
    return othello.is_valid_move(as_game(passing), row, col, player)  # [valid-moves]


def cell(passing: Passing, row: int, col: int) -> Cell:
    """What a square of the board holds."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    return passing.board[Square(row, col)]  # [inspect-cell]


def turn(passing: Passing) -> Player:
    """Whose turn it is, to place a disc or to pass."""
    assert not game_over(passing)  # [assumed-over]
    return passing.turn  # [whose-turn]


def count(passing: Passing, player: Player) -> int:
    """How many discs of the player's colour are on the board."""
    return othello.count(as_game(passing), player)  # [count]


def winner(passing: Passing) -> Winner:
    """Who has more discs on the board, or that neither has."""
    return othello.winner(as_game(passing))  # [who-is-winning]


def game_over(passing: Passing) -> bool:
    """Whether the game has ended: neither player can place a disc, so that neither may pass."""
    return othello.game_over(as_game(passing))  # [game-over]


def as_game(passing: Passing) -> Game:
    """The same board and turn in the othello module, for what does not depend on passing."""
    return Game(board=passing.board, turn=passing.turn)  # [abstract-object]
