"""Best play: how a game on a small board ends if neither player errs.

All states are listed level by level; going back through the levels, each is worth what its best move leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import Kernel
from othello_proofs.counting.worlds import StateSpace
from othello_spec.board import Square

Leads: TypeAlias = npt.NDArray[np.int8]
"""By how many discs Black is ahead at the end, for each state."""

NO_MOVE_YET: Final = np.iinfo(np.int8).min
"""Worse than any lead."""


@dataclass(frozen=True)
class BestGame:
    """A game of best moves, of which the first in the order of squares is taken where several are best."""

    squares: tuple[Square, ...]
    black: int
    """How many discs show black at the end."""

    white: int


def best_game(kernel: Kernel) -> BestGame:
    """Find a best game: each player wants to be ahead by as many discs as there can be, or behind by as few.

    Takes memory for all states: fit for boards of 4x4.
    """
    world = StateSpace(kernel)
    levels = list(world.levels())
    leads = leads_by_level(world, levels)
    squares: list[Square] = []
    state = world.initial()
    for level, lead in zip(levels[1:], leads[1:], strict=True):
        moves = world.moves(state)
        if not moves.any():
            break
        index, square = batch.each_square(moves)
        reached = world.after(state[index], square)
        worth = lead[np.searchsorted(level, reached)]
        best = np.argmax(worth) if world.seen(state).blacks[0] else np.argmin(worth)
        squares += kernel.squares(int(square[best]))
        state = reached[best : best + 1]
    own, opponent, blacks = (part[0] for part in world.seen(state))
    discs = (int(own).bit_count(), int(opponent).bit_count())
    return BestGame(tuple(squares), *(discs if blacks else discs[::-1]))


def leads_by_level(world: StateSpace, levels: list[Words]) -> list[Leads]:
    """What each state of each level is worth: the last level first known, the first one last."""
    leads: list[Leads] = []
    following, worth = np.empty(0, np.uint64), np.empty(0, np.int8)
    for level in reversed(levels):
        worth = _leads(world, level, following, worth)
        following = level
        leads.append(worth)
    return leads[::-1]


def _leads(world: StateSpace, level: Words, following: Words, worth: Leads) -> Leads:
    """What the states of a level are worth, given the next level and what its states are worth."""
    own, opponent, blacks = world.seen(level)
    sign = np.where(blacks, 1, -1).astype(np.int8)  # from Black's view to that of who has the turn
    moves = world.moves(level)
    index, square = batch.each_square(moves)
    reached = worth[np.searchsorted(following, world.after(level[index], square))]
    best = np.full(level.size, NO_MOVE_YET, np.int8)
    np.maximum.at(best, index, sign[index] * reached)
    now = batch.count(own).astype(np.int8) - batch.count(opponent).astype(np.int8)
    return sign * np.where(moves != 0, best, now).astype(np.int8)
