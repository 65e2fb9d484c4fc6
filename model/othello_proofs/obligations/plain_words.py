"""Plain words: what was proved of a kernel, tried on words that are known.

A kernel that is proved was given symbolic words. One that tells these from others could say one thing to
the prover and another to everybody else; so it is also run as it will be, on boards at random.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from othello_model.kernel import STANDARD
from othello_proofs.obligations.counterexamples import expected_of
from othello_spec.board import BLACK, EMPTY, WHITE, Board, Square

BOARDS: Final = 8
"""How many boards are tried, from nearly empty to full."""


def disagreement(kernel: Any, function: str, width: int) -> str:
    """The first board on which the kernel, run on integers, is not the specification, told; else empty."""
    random = Random(0)
    for number in range(BOARDS):
        own = opponent = 0
        for bit in range(STANDARD.rows * STANDARD.columns):
            if random.randrange(BOARDS) < number + 1:
                own, opponent = (
                    (own | 1 << bit, opponent)
                    if random.random() < 0.5
                    else (own, opponent | 1 << bit)
                )
        board, valid = _board(own, opponent)
        squares: list[Square | None]
        squares = [*sorted(valid)[:3]] if function in ("flips", "place") else [None]
        for square in squares:
            given = (own, opponent) if square is None else (own, opponent, STANDARD.bit(*square))
            got = getattr(kernel, function)(*given)
            expected = (
                STANDARD.word(valid)
                if function == "valid_moves"
                else expected_of(function, STANDARD, board, BLACK, square)
            )
            if _word(got, width) != _word(expected, width):
                return f"{function}{tuple(map(hex, given))} is {got!r}, not {expected!r}"
    return ""


@cache
def _board(own: int, opponent: int) -> tuple[Board, frozenset[Square]]:
    """The board with Black's discs and White's on the squares of two words, and Black's valid moves."""
    mine, theirs = STANDARD.squares(own), STANDARD.squares(opponent)
    every = sorted(STANDARD.squares(STANDARD.board))
    board: Board = {s: BLACK if s in mine else WHITE if s in theirs else EMPTY for s in every}
    return board, STANDARD.squares(expected_of("valid_moves", STANDARD, board, BLACK, None))


def _word(value: Any, width: int) -> Any:
    """The value as the word that it is: at 64 bits nothing is left of what is above them."""
    if width == 64 and isinstance(value, int) and not isinstance(value, bool):
        return value & STANDARD.board
    return value
