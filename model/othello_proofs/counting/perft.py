"""Perft: in how many ways the first plies of a game can be played.

Programs for Othello are compared by these numbers, since an error in the rules changes them. All
positions after so many plies are computed at once, each only once, with the number of ways that
lead to it.
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
from othello_proofs.counting.published import BIK, CountingConvention

PART: Final = 1 << 18
"""How many positions are expanded at a time if they need not be stored: some tens of MB."""


@dataclass(frozen=True)
class PerftPly:
    """The positions after some plies, as the mover sees them, and the ways to reach each."""

    own: Words
    opponent: Words
    ways: npt.NDArray[np.uint64]
    ended: int = 0
    """In how many ways the game was over before."""

    def part(self, which: slice) -> PerftPly:
        """Return some of the positions."""
        return PerftPly(self.own[which], self.opponent[which], self.ways[which])

    def merge(self) -> PerftPly:
        """Return the same ply with each position only once."""
        order = np.lexsort((self.opponent, self.own))
        own, opponent, ways = self.own[order], self.opponent[order], self.ways[order]
        differs = np.ones(own.size, np.bool_)
        differs[1:] = (own[1:] != own[:-1]) | (opponent[1:] != opponent[:-1])
        first = np.flatnonzero(differs)
        if first.size:
            ways = np.add.reduceat(ways, first)
        return PerftPly(own[first], opponent[first], ways, self.ended)


class NextPlies:
    """The moves and passes that are possible in each position of a ply."""

    def __init__(self, ply: PerftPly, convention: CountingConvention, kernel: Kernel) -> None:
        """Find the moves; where passes are free, pass for the players who cannot move."""
        self.ply = ply
        self.kernel = kernel
        self.own, self.opponent = ply.own, ply.opponent
        self.moves = batch.valid_moves(self.own, self.opponent, kernel)
        stuck = np.flatnonzero(self.moves == 0)
        theirs = batch.valid_moves(self.opponent[stuck], self.own[stuck], kernel)
        self.passing, self.over = stuck[theirs != 0], stuck[theirs == 0]
        if not convention.passes_are_plies:
            passing, self.passing = self.passing, self.passing[:0]
            self.own, self.opponent = self.own.copy(), self.opponent.copy()
            self.own[passing], self.opponent[passing] = ply.opponent[passing], ply.own[passing]
            self.moves[passing] = theirs[theirs != 0]

    def ended_ways(self) -> int:
        """In how many ways the game is over."""
        return self.ply.ended + int(self.ply.ways[self.over].sum())

    def number(self) -> int:
        """In how many ways one more ply can be played."""
        moves = int((self.ply.ways * batch.count(self.moves)).sum())
        return moves + int(self.ply.ways[self.passing].sum())

    def play(self) -> PerftPly:
        """Return the positions one ply later; a position may occur more than once."""
        position, square = batch.each_square(self.moves)
        mover, other = batch.place(self.own[position], self.opponent[position], square, self.kernel)
        return PerftPly(
            own=np.concatenate([other, self.opponent[self.passing]]),
            opponent=np.concatenate([mover, self.own[self.passing]]),
            ways=np.concatenate([self.ply.ways[position], self.ply.ways[self.passing]]),
            ended=self.ended_ways(),
        )


def plies(convention: CountingConvention = BIK, kernel: Kernel = STANDARD) -> Iterator[PerftPly]:
    """Yield the positions after 0, 1, 2, ... plies, each position once, without end."""
    own, opponent = (np.array([word], np.uint64) for word in kernel.start)
    ply = PerftPly(own, opponent, np.ones(1, np.uint64))
    while True:
        yield ply
        ply = NextPlies(ply, convention, kernel).play().merge()


def perft(depth: int, convention: CountingConvention = BIK, kernel: Kernel = STANDARD) -> int:
    """Return in how many ways ``depth`` plies can be played from the start; ``depth`` is 1 or more.

    The last ply is counted and not played, and the ply before it is not stored.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}: the number of plies is 1 or more")
    ply = next(islice(plies(convention, kernel), max(depth - 2, 0), None))
    total = ended = 0
    for first in range(0, ply.own.size, PART):
        choices = NextPlies(ply.part(slice(first, first + PART)), convention, kernel)
        if depth > 1:
            choices = NextPlies(choices.play(), convention, kernel)
        total += choices.number()
        ended += choices.ended_ways()
    return total + (ply.ended + ended if convention.ended_games_count else 0)
