"""Kernel answers: what a check asks the proved kernel instead of the specification.

What a player captures on a square, and whether they can move at all, takes most of the time in
games that no recording has. That the kernel says the same is proved for all boards.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache, wraps
from typing import Any, Final

from modcheck.testing.stand_ins import Function, StandIns
from modspec.syntax.values import Map
from othello_model.kernel import Kernel
from othello_spec import lines
from othello_spec.board import BLACK, EMPTY, WHITE, Board, Cell, Player, Square

MEMO_SIZE: Final = 1 << 13
"""The number of boards whose words, and valid moves of each player, are kept."""


def kernel_answers(size: int) -> StandIns:
    """Return what stands in for functions of the specification, on a board of a size."""
    kernel = Kernel(size, size, holds=max(64, size * size))
    bits = {square: kernel.bit(*square) for square in kernel.squares(kernel.board)}

    @lru_cache(MEMO_SIZE)
    def words(board: Board) -> dict[Cell, int]:
        found: dict[Cell, int] = {BLACK: 0, WHITE: 0, EMPTY: 0}
        for square, cell in board.items():
            found[cell] |= bits[square]
        return found

    @lru_cache(MEMO_SIZE)
    def valid_moves(board: Board, player: Player) -> int:
        discs = words(board)
        found: int = kernel.valid_moves(discs[player], discs[lines.opponent(player)])
        return found

    def captures(board: Board, player: Player, square: Square) -> bool:
        return valid_moves(board, player) & bits[square] != 0

    def can_move(board: Board, player: Player) -> bool:
        return valid_moves(board, player) != 0

    def flips(board: Board, player: Player, square: Square) -> Set[Square]:
        discs = words(board)
        flipped = kernel.flips(discs[player], discs[lines.opponent(player)], bits[square])
        return kernel.squares(flipped)

    def is_empty(board: Board, player: Player, square: Square) -> bool:
        del player
        return board[square] == EMPTY  # the proof is about such squares

    return {
        (lines.__name__, "captures"): _for_boards(captures),
        (lines.__name__, "can_move"): _for_boards(can_move),
        (lines.__name__, "flips"): _for_boards(flips, is_empty),
    }


def _for_boards(
    quick: Function, is_proved: Callable[..., bool] = lambda *arguments: True
) -> Callable[[Function], Function]:
    """Return what makes a stand-in that asks the exact function about other things than boards.

    A memo looks which elements of a board decide, and needs the exact function for that.
    """

    def stand_in_of(exact: Function) -> Function:
        @wraps(exact)
        def stand_in(board: Any, *others: Any) -> Any:
            is_quick = type(board) is Map and is_proved(board, *others)
            return (quick if is_quick else exact)(board, *others)

        return stand_in

    return stand_in_of
