"""Perft: in how many ways the first plies of a game can be played.

The game is not walked through way by way: all positions after so many plies are computed at once, each only
once, with the number of ways that lead to it. Programs for Othello are compared by these numbers, for an
error in the rules hardly leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD, Kernel
from othello_proofs.counting.perft_tables import BIK, CountingConvention

PART: Final = 1 << 18
"""How many positions are taken at a time where they need not be kept: some tens of megabytes."""


@dataclass(frozen=True)
class PerftPly:
    """The positions after some plies, as whoever is to move sees them, and in how many ways each comes about."""

    own: Words
    opponent: Words
    ways: npt.NDArray[np.uint64]
    ended: int = 0
    """In how many ways the game was over before."""

    def part(self, which: slice) -> PerftPly:
        """Some of the positions."""
        return PerftPly(self.own[which], self.opponent[which], self.ways[which])

    def merged(self) -> PerftPly:
        """The same with each position only once."""
        order = np.lexsort((self.opponent, self.own))
        own, opponent, ways = self.own[order], self.opponent[order], self.ways[order]
        differs = np.ones(own.size, np.bool_)
        differs[1:] = (own[1:] != own[:-1]) | (opponent[1:] != opponent[:-1])
        first = np.flatnonzero(differs)
        if first.size:
            ways = np.add.reduceat(ways, first)
        return PerftPly(own[first], opponent[first], ways, self.ended)


class Choices:
    """What is possible in each position of a ply."""

    def __init__(self, ply: PerftPly, convention: CountingConvention, kernel: Kernel) -> None:
        """Find the moves, and those who have none; where passes are free, let them pass."""
        self.ply = ply
        self.kernel = kernel
        self.own, self.opponent = ply.own, ply.opponent
        self.moves = batch.valid_moves(self.own, self.opponent, kernel)
        stuck = np.flatnonzero(self.moves == 0)
        theirs = batch.valid_moves(self.opponent[stuck], self.own[stuck], kernel)
        passing, self.over = stuck[theirs != 0], stuck[theirs == 0]
        if convention.passes_are_plies:
            self.passing = passing
        else:
            self.own, self.opponent = self.own.copy(), self.opponent.copy()
            self.own[passing], self.opponent[passing] = ply.opponent[passing], ply.own[passing]
            self.moves[passing] = theirs[theirs != 0]
            self.passing = passing[:0]

    def ended(self) -> int:
        """In how many ways the game is over."""
        return self.ply.ended + int(self.ply.ways[self.over].sum())

    def number(self) -> int:
        """In how many ways one more ply can be played."""
        moves = int((self.ply.ways * batch.count(self.moves)).sum())
        return moves + int(self.ply.ways[self.passing].sum())

    def made(self) -> PerftPly:
        """The positions one ply later; one may occur more than once."""
        position, square = batch.each_square(self.moves)
        mover, other = batch.place(self.own[position], self.opponent[position], square, self.kernel)
        return PerftPly(
            own=np.concatenate([other, self.opponent[self.passing]]),
            opponent=np.concatenate([mover, self.own[self.passing]]),
            ways=np.concatenate([self.ply.ways[position], self.ply.ways[self.passing]]),
            ended=self.ended(),
        )


def start(kernel: Kernel = STANDARD) -> PerftPly:
    """The position before the first ply."""
    own, opponent = (np.array([word], np.uint64) for word in kernel.start)
    return PerftPly(own, opponent, np.ones(1, np.uint64))


def plies(convention: CountingConvention = BIK, kernel: Kernel = STANDARD) -> Iterator[PerftPly]:
    """The positions after 0, 1, 2, ... plies, each position once; on without end."""
    ply = start(kernel)
    while True:
        yield ply
        ply = Choices(ply, convention, kernel).made().merged()


def perft(depth: int, convention: CountingConvention = BIK, kernel: Kernel = STANDARD) -> int:
    """In how many ways ``depth`` plies can be played from the start; ``depth`` is at least 1.

    The last ply is counted and not played, and the one before it is not kept.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}: the number of plies is 1 or more")
    kept = max(depth - 2, 0)
    ply = next(islice(plies(convention, kernel), kept, None))
    total = ended = 0
    for first in range(0, ply.own.size, PART):
        choices = Choices(ply.part(slice(first, first + PART)), convention, kernel)
        if depth > 1:
            choices = Choices(choices.made(), convention, kernel)
        total += choices.number()
        ended += choices.ended()
    return total + (ply.ended + ended if convention.ended_games_count else 0)
