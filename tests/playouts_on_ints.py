"""Playouts by the kernel on ints, game by game, with the choices of the batch."""

from __future__ import annotations

from collections.abc import Sequence

from othello_model.kernel import STANDARD, Kernel


def final_discs(
    chance: Sequence[Sequence[int]], kernel: Kernel = STANDARD
) -> list[tuple[int, int]]:
    """Return Black's discs and White's at the end of each game, by the kernel on ints."""
    return [_final(row, kernel) for row in chance]


def _final(row: Sequence[int], kernel: Kernel) -> tuple[int, int]:
    own, opponent = kernel.start
    is_black = True
    for number in row:
        moves = kernel.valid_moves(own, opponent)
        if not moves:
            break
        for _ in range(number % moves.bit_count()):
            moves &= moves - 1
        mover, other = kernel.place(own, opponent, moves & -moves)
        own, opponent = kernel.next_turn(mover, other)
        is_black ^= own != mover
    return (own, opponent) if is_black else (opponent, own)
