"""Beam: a game that has as many of the wanted triples as can be found.

All games are played at once, ply by ply; the beam keeps the positions whose games have the most
weight. A random number, given by the seed, breaks near ties.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from othello_model import batch
from othello_model.batch import Words
from othello_model.kernel import STANDARD
from tools.covering.triples import Numbers, Weights, numbers


@dataclass
class _Front:
    """Positions after equally many plies, and what games have come to them."""

    own: Words
    opponent: Words
    won: Weights
    """Of what was wanted, by weight."""

    left: Weights
    """For each position what is still wanted."""


@dataclass(frozen=True)
class Ply:
    """What came before the positions that were kept."""

    parent: Numbers
    square: Words


def best_game(
    wanted: Weights, width: int, noise: float, random: np.random.Generator
) -> tuple[list[int], float]:
    """A game, as numbers of squares from 0 at a1 by rows, and how much of what is wanted it has.

    ``wanted`` is the weight of each triple, or 0; ``width`` is how many positions are kept.
    """
    own, opponent = (np.array([word], np.uint64) for word in STANDARD.start)
    front = _Front(own, opponent, np.zeros(1, np.float32), wanted[None, :].copy())
    plies: list[Ply] = []
    best, where = 0.0, (0, 0)
    while True:
        moves = batch.valid_moves(front.own, front.opponent)
        parent, square = batch.each_square(moves)
        if not parent.size:
            break
        own, opponent = front.own[parent], front.opponent[parent]
        had = numbers(own, opponent, square)
        won = front.won[parent] + front.left[parent[:, None], had].sum(axis=1)
        chosen = _moves_to_keep(
            won + _chance(random, won.size, noise), own, opponent, square, width
        )
        parent, square, had = parent[chosen], square[chosen], had[chosen]
        left = front.left[parent]
        left[np.arange(chosen.size)[:, None], had] = 0
        own, opponent = batch.move(own[chosen], opponent[chosen], square)
        front = _Front(own, opponent, won[chosen], left)
        plies.append(Ply(parent, square))
        top = int(np.argmax(front.won))
        if front.won[top] > best:
            best, where = float(front.won[top]), (len(plies), top)
    return _course(plies, *where), best


def _chance(random: np.random.Generator, size: int, noise: float) -> Weights:
    return random.random(size, np.float32) * np.float32(noise)


def _moves_to_keep(
    worth: Weights, own: Words, opponent: Words, square: Words, width: int
) -> npt.NDArray[np.intp]:
    """Return the moves to keep: the most worth, and only one of those to the same position."""
    order = np.argsort(-worth, kind="stable")[: 2 * width]
    after = batch.place(own[order], opponent[order], square[order])
    _, first = np.unique(np.stack(after, axis=1), axis=0, return_index=True)
    return order[np.sort(first)][:width]


def _course(plies: list[Ply], length: int, place: int) -> list[int]:
    """The moves that led to a position after so many plies."""
    course = []
    for ply in reversed(plies[:length]):
        course.append(int(ply.square[place]).bit_length() - 1)
        place = int(ply.parent[place])
    return course[::-1]
