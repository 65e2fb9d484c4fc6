"""Playouts: whole games at random, on one board after the other or on many at once.

Chance is given beforehand: ``choices[game, ply]`` is any number, and the move taken is that of this number,
modulo how many there are, in the order of squares. So whoever plays the same choices plays the same games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Conditions, Words
from othello_model.kernel import STANDARD, Kernel

Choices: TypeAlias = npt.NDArray[np.uint64]

CHOICES_LIMIT: Final = 1 << 32


class Positions(NamedTuple):
    """A position of each game, as whoever has the turn sees it."""

    own: Words
    opponent: Words
    blacks: Conditions
    """Whether it is Black's turn."""

    def discs(self) -> tuple[Words, Words]:
        """Black's discs and White's."""
        return (
            np.where(self.blacks, self.own, self.opponent),
            np.where(self.blacks, self.opponent, self.own),
        )


def choices(games: int, seed: int, kernel: Kernel = STANDARD) -> Choices:
    """Chance for so many games, always the same for the same seed."""
    plies = kernel.rows * kernel.columns - 4
    random = np.random.default_rng(seed)
    return random.integers(CHOICES_LIMIT, size=(games, plies), dtype=np.uint64)


def played(chance: Choices, kernel: Kernel = STANDARD) -> Iterator[Positions]:
    """The positions of the games before the first move, after it, and so on, until all are over.

    A game that is over sooner stays as it is.
    """
    games = len(chance)
    own, opponent = (np.full(games, word, np.uint64) for word in kernel.start)
    blacks = np.ones(games, np.bool_)
    yield Positions(own, opponent, blacks)
    for ply in range(chance.shape[1]):
        moves = batch.valid_moves(own, opponent, kernel)
        going = np.flatnonzero(moves)
        if not going.size:
            return
        square = nth_square(moves[going], chance[going, ply])
        mover, other = batch.place(own[going], opponent[going], square, kernel)
        own, opponent, blacks = own.copy(), opponent.copy(), blacks.copy()
        own[going], opponent[going] = batch.next_turn(mover, other, kernel)
        blacks[going] ^= own[going] != mover  # unless the turn came back at once
        yield Positions(own, opponent, blacks)


def nth_square(words: Words, number: Choices) -> Words:
    """The square of that number, modulo how many there are, of each word; none is empty."""
    skip = number % batch.count(words)
    words = words.copy()
    while (ahead := skip > 0).any():
        words[ahead] &= words[ahead] - 1  # without the lowest bit
        skip[ahead] -= 1
    return words & (~words + 1)


def final_discs(
    chance: Sequence[Sequence[int]], kernel: Kernel = STANDARD
) -> list[tuple[int, int]]:
    """Black's discs and White's at the end of each game, by the kernel on ints, a game after the other."""
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
