"""Batch replay: many recorded games at once, by the kernel on arrays of NumPy.

A game is a row of numbers, one a ply: the number of a square, ``size * row + col``, or PASS; END
where the record has ended. Boards of up to 64 squares are words of NumPy, larger ones Python ints
in arrays of objects; the kernel is the same text for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_mis.replay.kernel_replay import HOLDS, GameOutcome
from othello_mis.replay.recorded_game import RecordedGame
from othello_model.batch import FILL, Conditions
from othello_model.kernel import Kernel
from othello_spec.board import SIZE
from othello_spec.records.move_lists import Pass, Ply

PASS_CODE: Final = HOLDS
"""A written pass; where the rules force a pass, it may be left out."""

END: Final = PASS_CODE + 1
"""No ply: the record has ended."""

Plies: TypeAlias = npt.NDArray[np.uint16]
"""A row of plies for each game."""

Numbers: TypeAlias = npt.NDArray[np.intp]


class BatchOutcomes(NamedTuple):
    """How each game of a batch went; the fields are those of GameOutcome."""

    sound: Numbers
    is_illegal: Conditions
    is_over: Conditions
    moves: Numbers
    forfeits: Numbers
    blacks_turn: Conditions
    black: npt.NDArray[Any]
    white: npt.NDArray[Any]


def replay_games(games: Sequence[RecordedGame], size: int = SIZE) -> list[GameOutcome]:
    """Replay games that begin at the usual start, all on boards of one size."""
    rows = [ply_codes(game.plies, size) for game in games]
    plies = np.full((len(rows), max(map(len, rows), default=0)), END, np.uint16)
    for each, codes in zip(plies, rows, strict=True):
        each[: len(codes)] = codes
    columns = (column.tolist() for column in replay_batch(plies, size))
    return list(map(GameOutcome._make, zip(*columns, strict=True)))


def longest(size: int = SIZE) -> int:
    """Return how many plies of a game matter: no two passes are legal in a row, nor more moves."""
    return 2 * (size**2 - 4) + 1


def ply_codes(plies: Sequence[Ply], size: int = SIZE) -> list[int]:
    """Return a game as a row of a batch, without the plies that cannot matter."""
    return [
        PASS_CODE if isinstance(ply, Pass) else size * ply.row + ply.col
        for ply in plies[: longest(size)]
    ]


def replay_batch(plies: Plies, size: int = SIZE) -> BatchOutcomes:
    """Play each game to the end of its record, or to the first ply that is against the rules."""
    kernel = Kernel(size, size, holds=HOLDS)
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
