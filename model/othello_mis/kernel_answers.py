"""Kernel answers: what a check asks the proved kernel instead of the specification.

What a player captures on a square, and whether they can move at all, takes most of the time in
games that no recording has. That the kernel says the same is proved for all boards, both players,
and of discs that flip, for empty squares. A mutant may ask about anything else as well.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache, wraps
from typing import Any, Final, TypeAlias

from modcheck.testing.stand_ins import Function, StandIns
from modspec.syntax.values import Map
from othello_model.kernel import STANDARD, Kernel
from othello_spec import lines
from othello_spec.board import BLACK, EMPTY, WHITE, Board, Cell, Player, Square

MEMO_SIZE: Final = 1 << 13
"""The number of boards whose words, and valid moves of each player, are kept."""

Position: TypeAlias = tuple[int, int]
"""The player's own discs, and the opponent's."""


def kernel_answers(kernel: Kernel = STANDARD) -> StandIns:
    """Return what stands in for functions of the specification, on the board of a kernel."""
    bits = {square: kernel.bit(*square) for square in kernel.squares(kernel.board)}

    @lru_cache(MEMO_SIZE)
    def positions(board: Board) -> dict[Player, Position]:
        """Return a board as each player sees it; nothing if it is no board of this size."""
        words: dict[Cell, int] = {BLACK: 0, WHITE: 0, EMPTY: 0}
        if board.keys() != bits.keys() or not words.keys() >= {*board.values()}:
            return {}
        for square, cell in board.items():
            words[cell] |= bits[square]
        return {BLACK: (words[BLACK], words[WHITE]), WHITE: (words[WHITE], words[BLACK])}

    @lru_cache(2 * MEMO_SIZE)
    def valid_moves(position: Position) -> int:
        found: int = kernel.valid_moves(*position)
        return found

    def captures(position: Position, square: Square) -> bool:
        return valid_moves(position) & bits[square] != 0

    def can_move(position: Position) -> bool:
        return valid_moves(position) != 0

    def flips(position: Position, square: Square) -> Set[Square]:
        return kernel.squares(kernel.flips(*position, bits[square]))

    def stand_in_for(
        quick: Callable[..., Any], is_for_empty: bool = False
    ) -> Callable[[Function], Function]:
        def stand_in_of(exact: Function) -> Function:
            @wraps(exact)
            def stand_in(board: Any, player: Any, *square: Any) -> Any:
                is_board = type(board) is Map  # else a memo looks which elements decide
                position = positions(board).get(player) if is_board else None
                if position is None or (is_for_empty and board[square[0]] != EMPTY):
                    return exact(board, player, *square)
                return quick(position, *square)

            return stand_in

        return stand_in_of

    return {
        (lines.__name__, "captures"): stand_in_for(captures),
        (lines.__name__, "can_move"): stand_in_for(can_move),
        (lines.__name__, "flips"): stand_in_for(flips, is_for_empty=True),
    }
