"""Batch replay: many recorded games at once, by the kernel on arrays.

A game is a row of numbers, one a ply: the number of a square, ``size * row + col``, or PASS; END
where the record has ended. Boards of up to 64 squares are words of NumPy, larger ones Python ints
in arrays of objects; the kernel is the same text for both.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_model.batch import FILL, Conditions
from othello_model.kernel import Kernel
from othello_spec.board import SIZE, Square
from othello_spec.records.move_lists import PASS, Pass, Ply
from othello_spec.records.squares import SIZES

PASS_CODE: Final = SIZES[-1] ** 2
"""A written pass; where the rules force a pass, it may be left out."""

END: Final = PASS_CODE + 1
"""No ply: the record has ended."""

Plies: TypeAlias = npt.NDArray[np.uint16]
"""A row of plies for each game."""

Numbers: TypeAlias = npt.NDArray[np.intp]


class BatchOutcomes(NamedTuple):
    """How each game of a batch went."""

    sound: Numbers
    """How many plies, from the first, the rules allow."""

    is_illegal: Conditions
    """Whether the record has another ply, which the rules forbid."""

    is_over: Conditions
    """Whether the game is over after the sound plies."""

    moves: Numbers
    """How many of the sound plies are moves."""

    forfeits: Numbers
    """How many turns were forfeited, whether or not the passes are written."""

    blacks_turn: Conditions
    """Whether it is Black's turn after the sound plies; of no meaning if the game is over."""

    black: npt.NDArray[Any]
    """Black's discs after the sound plies, a word for each game."""

    white: npt.NDArray[Any]
    """White's discs."""


def longest(size: int = SIZE) -> int:
    """Return how many plies of a game matter: no two passes are legal in a row, nor more moves."""
    return 2 * (size**2 - 4) + 1


def ply_codes(plies: Sequence[Ply], size: int = SIZE) -> list[int]:
    """Return a game as a row of a batch, without the plies that cannot matter."""
    return [
        PASS_CODE if isinstance(ply, Pass) else size * ply.row + ply.col
        for ply in plies[: longest(size)]
    ]


def plies_of(row: Sequence[int], size: int = SIZE) -> tuple[Ply, ...]:
    """Return the game of a row of a batch."""
    return tuple(
        PASS if code == PASS_CODE else Square(*divmod(code, size))
        for code in itertools.takewhile(lambda code: code != END, row)
    )


def replay_batch(plies: Plies, size: int = SIZE) -> BatchOutcomes:
    """Play each game to the end of its record, or to the first ply that is against the rules."""
    kernel = Kernel(size, size, holds=SIZES[-1] ** 2)
    word = np.uint64 if size**2 <= 64 else np.object_
    games, width = plies.shape
    own, opponent = (np.full(games, start, word) for start in kernel.start)
    valid = kernel.valid_moves(own, opponent, FILL)
    blacks, may_pass, illegal = np.ones(games, np.bool_), *np.zeros((2, games), np.bool_)
    sound, moves, forfeits = np.zeros((3, games), np.intp)
    going = np.arange(games)
    for number in range(width):
        going = going[plies[going, number] != END]
        if not going.size:
            break
        code = plies[going, number]
        square = np.where(code < PASS_CODE, 1, 0).astype(word) << (code % PASS_CODE).astype(word)
        passes = (code == PASS_CODE) & may_pass[going]
        places = (square & valid[going]) != 0
        illegal[going] = ~(passes | places)
        may_pass[going] = False
        sound[going] += passes | places
        at, square = going[places], square[places]
        going = going[passes | places]
        moves[at] += 1
        mover, other = kernel.place(own[at], opponent[at], square, FILL)
        own[at], opponent[at] = kernel.next_turn(mover, other, FILL)
        valid[at] = kernel.valid_moves(own[at], opponent[at], FILL)
        again = own[at] == mover  # the turn came back at once: forfeited, or the game is over
        blacks[at] ^= ~again
        may_pass[at] = again & (valid[at] != 0)
        forfeits[at] += may_pass[at]
    black, white = np.where(blacks, own, opponent), np.where(blacks, opponent, own)
    return BatchOutcomes(sound, illegal, valid == 0, moves, forfeits, blacks, black, white)


def scores(outcomes: BatchOutcomes) -> tuple[Numbers, Numbers]:
    """Return Black's discs and White's, counted; empty squares count for neither player."""
    black, white = (np.bitwise_count(discs) for discs in (outcomes.black, outcomes.white))
    return black.astype(np.intp), white.astype(np.intp)


def blacks_record(black: Numbers, white: Numbers, size: int = SIZE) -> Numbers:
    """Return Black's score on record: empty squares go to the winner, in a draw half to each."""
    empty = size**2 - black - white
    return np.where(
        black > white, black + empty, np.where(black < white, black, black + empty // 2)
    )
