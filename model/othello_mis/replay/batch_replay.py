"""Batch replay: many games on record at once, by the kernel on arrays.

A game is a row of bytes, one a ply: the number of a square, ``8 * row + col``, or PASS; END where there is
nothing more. What the rules say, the kernel says; here is only how the games go along together.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Conditions, Words
from othello_model.kernel import STANDARD
from othello_spec.board import Square
from othello_spec.records.move_lists import Pass, Ply

PASS: Final = 64
"""A pass that is written; where the rules force one, it need not be."""

END: Final = 255
"""No ply: the record has ended."""

LONGEST: Final = 2 * (STANDARD.rows * STANDARD.columns - 4) + 1
"""Plies that are worth looking at: no two passes follow each other, so a longer game goes wrong before."""

Plies: TypeAlias = npt.NDArray[np.uint8]
"""A row of plies for each game."""

Numbers: TypeAlias = npt.NDArray[np.intp]


class BatchOutcomes(NamedTuple):
    """What has come of each game."""

    sound: Numbers
    """How many plies, from the first, the rules allow."""

    is_illegal: Conditions
    """Whether another ply is on record, which they do not."""

    is_over: Conditions
    """Whether the game is over after the sound plies."""

    moves: Numbers
    """How many of the sound plies are moves."""

    forfeits: Numbers
    """How many turns were forfeited, whether it is written or not."""

    blacks_turn: Conditions
    """Whether it is Black's turn then; of no meaning if the game is over."""

    black: Words
    """Black's discs after the sound plies."""

    white: Words
    """White's."""


def as_row(plies: Sequence[Ply]) -> list[int]:
    """A game as a row of a batch, as long as it is worth looking at."""
    return [
        PASS if isinstance(ply, Pass) else STANDARD.columns * ply.row + ply.col
        for ply in plies[:LONGEST]
    ]


def as_plies(row: Sequence[int]) -> tuple[Ply, ...]:
    """The game of a row of a batch."""
    return tuple(
        Pass.PASS if code == PASS else Square(*divmod(code, STANDARD.columns))
        for code in itertools.takewhile(lambda code: code != END, row)
    )


def replayed(plies: Plies) -> BatchOutcomes:
    """Play all games to the end of their records, or each to the first ply that is against the rules."""
    games, width = plies.shape
    own, opponent = (np.full(games, word, np.uint64) for word in STANDARD.start)
    valid = batch.valid_moves(own, opponent)
    blacks, may_pass, illegal = np.ones(games, np.bool_), *np.zeros((2, games), np.bool_)
    sound, moves, forfeits = np.zeros((3, games), np.intp)
    going = np.arange(games)
    for number in range(width):
        going = going[plies[going, number] != END]
        if not going.size:
            break
        ply = plies[going, number]
        square = np.where(ply < PASS, np.uint64(1) << (ply.astype(np.uint64) & 63), 0)
        passes = (ply == PASS) & may_pass[going]
        places = (square & valid[going]) != 0
        illegal[going] = ~(passes | places)
        may_pass[going] = False
        sound[going] += passes | places
        going, square = going[passes | places], square[places]
        at = going[places[passes | places]]
        moves[at] += 1
        mover, other = batch.place(own[at], opponent[at], square)
        own[at], opponent[at] = batch.next_turn(mover, other)
        valid[at] = batch.valid_moves(own[at], opponent[at])
        again = own[at] == mover  # the turn came back at once: forfeited, or the game is over
        blacks[at] ^= ~again
        may_pass[at] = again & (valid[at] != 0)
        forfeits[at] += may_pass[at]
    black, white = np.where(blacks, own, opponent), np.where(blacks, opponent, own)
    return BatchOutcomes(sound, illegal, valid == 0, moves, forfeits, blacks, black, white)


def scores(outcomes: BatchOutcomes) -> tuple[Numbers, Numbers]:
    """Black's score and White's by the discs on the board; empty squares count for nobody."""
    return (
        batch.count(outcomes.black).astype(np.intp),
        batch.count(outcomes.white).astype(np.intp),
    )


def blacks_record(black: Numbers, white: Numbers) -> Numbers:
    """Black's score as tournaments record it: the empty squares count for the winner, half each in a draw."""
    empty = STANDARD.rows * STANDARD.columns - black - white
    return np.where(
        black > white, black + empty, np.where(black < white, black, black + empty // 2)
    )
