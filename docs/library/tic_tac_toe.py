"""Tic-tac-toe: crosses and noughts on nine squares.

Assumptions:
    init is called before any other access program.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from modspec import AbstractObject

__all__ = [
    "CROSS",
    "EMPTY",
    "NOUGHT",
    "GameOver",
    "Mark",
    "OutOfBounds",
    "Player",
    "Square",
    "Taken",
    "has_won",
    "init",
    "is_over",
    "mark",
    "play",
    "turn",
]  # fmt: skip


class Mark(StrEnum):  # [marks]
    """What is on a square."""

    EMPTY = "empty"
    CROSS = "cross"
    NOUGHT = "nought"


EMPTY: Final = Mark.EMPTY
CROSS: Final = Mark.CROSS
NOUGHT: Final = Mark.NOUGHT

Player: TypeAlias = Literal[Mark.CROSS, Mark.NOUGHT]  # [marks]
"""Who plays."""


class Square(NamedTuple):  # [nine-squares]
    """A square."""

    row: int
    col: int


SQUARES: Final = frozenset(Square(r, c) for r in range(3) for c in range(3))  # [nine-squares]
"""All squares."""

Board: TypeAlias = Mapping[Square, Mark]
"""What is on each square."""


class GameOver(Exception):  # [game-over]
    """The game is over."""


class OutOfBounds(Exception):  # [nine-squares]
    """There is no such square."""


class Taken(Exception):  # [empty-square]
    """There is a mark on the square."""


class Game(AbstractObject):
    """The game."""

    board: Board  # [marks]
    """What is on each square."""

    turn: Player  # [in-turn]
    """Whose turn it is."""


def invariant(game: Game) -> bool:
    """Every square has a place on the board."""
    return all(s in game.board for s in SQUARES)  # [nine-squares]


def init() -> Game:
    """Begin with an empty board."""
    return Game(
        board={s: EMPTY for s in SQUARES},  # [begins-empty]
        turn=CROSS,  # [cross-first]
    )


def play(game: Game, row: int, col: int) -> Game:
    """Put the mark of the player whose turn it is on a square."""
    if is_over(game):
        raise GameOver  # [game-over]
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [nine-squares]
    if game.board[Square(row, col)] != EMPTY:
        raise Taken  # [empty-square]
    return Game(
        board={
            s: game.turn if s == Square(row, col) else game.board[s] for s in SQUARES
        },  # [marks]
        turn=other(game.turn),  # [in-turn]
    )


def mark(game: Game, row: int, col: int) -> Mark:
    """What is on a square."""
    if Square(row, col) not in SQUARES:
        raise OutOfBounds  # [nine-squares]
    return game.board[Square(row, col)]  # [marks]


def turn(game: Game) -> Player:
    """Whose turn it is; after the end, whose it would be."""
    return game.turn  # [in-turn]


def has_won(game: Game, player: Player) -> bool:
    """Whether the player has three in a row."""
    return has_line(game.board, player)  # [has-won]


def is_over(game: Game) -> bool:
    """Whether a player has won, or no square is empty."""
    return (
        has_line(game.board, CROSS)  # [game-over]
        or has_line(game.board, NOUGHT)  # [game-over]
        or all(game.board[s] != EMPTY for s in SQUARES)  # [game-over]
    )


def other(player: Player) -> Player:
    """The opponent of a player."""
    return NOUGHT if player == CROSS else CROSS  # [in-turn]


def has_line(board: Board, player: Player) -> bool:
    """Whether three squares in a row, a column or a diagonal have the player's mark."""
    return (
        any(all(board[Square(r, c)] == player for c in range(3)) for r in range(3))  # [row]
        or any(all(board[Square(r, c)] == player for r in range(3)) for c in range(3))  # [column]
        or all(board[Square(k, k)] == player for k in range(3))  # [diagonal]
        or all(board[Square(k, 2 - k)] == player for k in range(3))  # [diagonal]
    )
