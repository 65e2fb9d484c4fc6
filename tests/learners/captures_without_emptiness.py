"""Exercise othello-captures: When may a player place a disc?

Say when the player may place a disc on the square: it is empty, and at least
one disc would flip. The function flips yields the squares of the discs that
would flip.

Write your text in place of ... in captures, at line 74. Then ask:
    modspec exercise THIS_FILE
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
    "can_move",
    "captures",
    "discs",
    "flips",
    "opponent",
    "placed",
]


def opponent(player: Player) -> Player:
    """The other player."""
    return WHITE if player == BLACK else BLACK  # [two-players]


def along(square: Square, direction: Direction, steps: int) -> Square:
    """The square that many steps away in the direction, which may be off the board."""
    return Square(
        square.row + steps * direction.drow, square.col + steps * direction.dcol
    )  # [direct-line]


def brackets(board: Board, player: Player, square: Square, direction: Direction, k: int) -> bool:
    """A disc of the player's lies k steps away, and only the opponent's lie between."""
    return (
        along(square, direction, k) in SQUARES  # [outflank]
        and all(board[along(square, direction, j)] != EMPTY for j in range(1, k))  # [no-gaps]
        and all(board[along(square, direction, j)] != player for j in range(1, k))  # [no-skipping]
        and board[along(square, direction, k)] == player  # [outflank]
    )


def flips(board: Board, player: Player, square: Square) -> Set[Square]:
    """The squares of the discs that flip when the player places a disc on the square."""
    return {
        along(square, d, j)  # [direct-line]
        for d in Direction  # [directions]
        for k in range(2, SIZE)  # [any-length]
        if brackets(board, player, square, d, k)  # [outflank]
        for j in range(1, k)  # [capture-all]
    }


def captures(board: Board, player: Player, square: Square) -> bool:
    """The player may place a disc on the square: it is empty, and at least one disc would flip."""
    return len(flips(board, player, square)) > 0


def placed(board: Board, player: Player, square: Square) -> Board:
    """The board after the player has placed a disc on the square and flipped what it outflanks."""
    flipped = flips(board, player, square)
    return {
        t: (
            player
            if t == square  # [own-disc]
            else player
            if t in flipped  # [capture-all]
            else board[t]  # [discs-stay]
        )
        for t in SQUARES
    }


def can_move(board: Board, player: Player) -> bool:
    """There is a square on which the player may place a disc."""
    return any(captures(board, player, s) for s in SQUARES)  # [any-valid-moves]


def discs(board: Board, player: Player) -> int:
    """How many discs show the player's colour."""
    return sum(1 for s in SQUARES if board[s] == player)  # [count]
