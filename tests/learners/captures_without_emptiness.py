"""Exercise othello-captures: When may a player place a disc?

Say when the player may place a disc on the square: it is empty, and at least
one disc would flip. The function flips yields the squares of the discs that
would flip.

Write your text in place of ... in captures, at line 38. Then ask:
    modspec exercise captures_without_emptiness.py
"""

from __future__ import annotations

from collections.abc import Set

from othello_spec.board import (
    BLACK,
    EMPTY,
    SIZE,
    SQUARES,
    WHITE,
    Board,
    Direction,
    Player,
    Square,
)

__all__ = [
    "along",
    "brackets",
    "captures",
    "flips",
    "opponent",
]


def captures(board: Board, player: Player, square: Square) -> bool:
    """The player may place a disc on the square: it is empty, and at least one disc would flip."""
    return len(flips(board, player, square)) > 0


# You may use these functions. Only their meaning is shown.


def opponent(player: Player) -> Player:
    """The other player."""
    ...


def along(square: Square, direction: Direction, steps: int) -> Square:
    """The square that many steps away in the direction, which may be off the board."""
    ...


def brackets(board: Board, player: Player, square: Square, direction: Direction, k: int) -> bool:
    """A disc of the player's lies k steps away, and only the opponent's lie between."""
    ...


def flips(board: Board, player: Player, square: Square) -> Set[Square]:
    """The squares of the discs that flip when the player places a disc on the square."""
    ...
