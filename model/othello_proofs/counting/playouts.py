"""Playouts: whole games at random, many at once.

The random numbers are given beforehand: ``choices[game, ply]`` is any number, and the game takes
the valid move of that number, modulo how many there are, in the order of squares. The same choices
play the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Conditions, Words
from othello_model.kernel import STANDARD, Kernel

Choices: TypeAlias = npt.NDArray[np.uint64]


class Positions(NamedTuple):
    """Positions as the player who has the turn sees them."""

    own: Words
    opponent: Words
    blacks: Conditions
    """Whether it is Black's turn."""

    def discs(self) -> tuple[Words, Words]:
        """Return Black's discs and White's."""
        return (
            np.where(self.blacks, self.own, self.opponent),
            np.where(self.blacks, self.opponent, self.own),
        )


def choices(games: int, seed: int, kernel: Kernel = STANDARD) -> Choices:
    """Return random numbers for so many games; the same seed gives the same numbers."""
    plies = kernel.rows * kernel.columns - 4
    random = np.random.default_rng(seed)
    return random.integers(1 << 32, size=(games, plies), dtype=np.uint64)


def playout(chance: Choices, kernel: Kernel = STANDARD) -> Iterator[Positions]:
    """Yield the positions before the first move and after each, until all games are over.

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
    """Return a square of each word: the ``number``th, modulo how many it has. No word is empty."""
    skip = number % batch.count(words)
    words = words.copy()
    while (ahead := skip > 0).any():
        words[ahead] &= words[ahead] - 1  # without the lowest bit
        skip[ahead] -= 1
    return words & (~words + 1)
