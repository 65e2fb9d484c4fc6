"""Othello: the state of the board and the status of the game.

One game between Black and White: what lies on the board and whose turn it is.

Assumptions:
    init is called before any other access program.

Considerations:
    The module neither displays the board nor chooses moves nor keeps time; others that use it may.
    is_valid_move and has_valid_moves answer for either player, on turn or not.
    winner answers at any time; before the end of the game it yields who is ahead.
"""

from __future__ import annotations

from modspec import AbstractObject
from othello_spec.board import (
    BLACK,
    CENTRE,
    DRAW,
    EMPTY,
    SQUARES,
    WHITE,
    Board,
    Cell,
    Player,
    Square,
    Winner,
)
from othello_spec.lines import can_move, captures, discs, opponent, placed

__all__ = [
    "InvalidMove",
    "OutOfBounds",
    "cell",
    "count",
    "game_over",
    "has_valid_moves",
    "init",
    "is_valid_move",
    "move",
    "turn",
    "winner",
]


class OutOfBounds(Exception):  # [on-board]
    """The row and column name no square of the board."""


class InvalidMove(Exception):  # [must-capture]
    """The player whose turn it is may not place a disc on the square."""


class Game(AbstractObject):  # [abstract-object]
    """The state of one game."""

    board: Board  # [abstract-object]
    """What each square holds."""

    turn: Player  # [whose-turn]
    """Whose turn it is; of no meaning once the game is over."""


def invariant(game: Game) -> bool:
    """The centre is never empty; the player on turn can move unless neither player can."""
    return (
        all(game.board[s] != EMPTY for s in CENTRE)  # [discs-stay]
        and (can_move(game.board, game.turn) or game_over(game))  # [forfeit]
    )


def init() -> Game:
    """Set up the board for a new game."""
    return Game(
        board={s: starting_cell(s) for s in SQUARES},  # [setup]
        turn=BLACK,  # [black-first]
    )


def move(game: Game, row: int, col: int) -> Game:
    """Place a disc for the player whose turn it is, and flip every disc that it outflanks."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    if not captures(game.board, game.turn, Square(row, col)):
        raise InvalidMove  # [must-capture]
    after = placed(game.board, game.turn, Square(row, col))
    return Game(
        board=after,  # [capture-all]
        turn=next_turn(after, game.turn),  # [alternate]
    )


def is_valid_move(game: Game, row: int, col: int, player: Player) -> bool:
    """Whether the player may place a disc there, were it their turn."""
    return (  # off the board there is nothing to capture: false, no exception
        Square(row, col) in SQUARES  # [on-board]
        and captures(game.board, player, Square(row, col))  # [valid-moves]
    )


def cell(game: Game, row: int, col: int) -> Cell:
    """What a square of the board holds."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [on-board]
    return game.board[Square(row, col)]  # [inspect-cell]


def turn(game: Game) -> Player:
    """Whose turn it is."""
    assert not game_over(game)  # [assumed-over]
    return game.turn  # [whose-turn]


def count(game: Game, player: Player) -> int:
    """How many discs of the player's colour are on the board."""
    return discs(game.board, player)  # [count]


def winner(game: Game) -> Winner:
    """Who has more discs on the board, or that neither has."""
    return (
        BLACK
        if count(game, BLACK) > count(game, WHITE)  # [majority]
        else WHITE
        if count(game, WHITE) > count(game, BLACK)  # [majority]
        else DRAW  # [draw]
    )  # [who-is-winning]


def game_over(game: Game) -> bool:
    """Whether the game has ended: neither player can move."""
    return not can_move(game.board, BLACK) and not can_move(
        game.board, WHITE
    )  # [game-over] [status-over]


def has_valid_moves(game: Game, player: Player) -> bool:
    """Whether there is a square where the player may place a disc, were it their turn."""
    return can_move(game.board, player)  # [any-valid-moves]


def starting_cell(square: Square) -> Cell:
    """What a square holds at the start: in the centre, discs of one colour touch diagonally."""
    return (
        EMPTY
        if square not in CENTRE  # [setup]
        else WHITE
        if square.row == square.col  # [setup]
        else BLACK  # [setup]
    )


def next_turn(board: Board, player: Player) -> Player:
    """Whose turn it is after the player has moved: the opponent's, unless they must forfeit it."""
    return (
        opponent(player)
        if can_move(board, opponent(player))  # [alternate]
        else player  # [forfeit]
    )
