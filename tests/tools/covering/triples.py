"""Triples: a square on which a disc is placed, a direction, and how many discs flip in it.

A triple has a number, so that a set of triples is an array of truth values, or of weights. A disc
can flip k discs in a direction if k + 1 squares lie ahead; no disc is placed in the centre.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from othello_model.batch import FILL, Words
from othello_model.kernel import STANDARD
from othello_spec.board import CENTRE, SIZE, SQUARES, Direction, Square
from othello_spec.lines import along

LENGTHS: Final = SIZE - 1
"""How many different numbers of discs may flip in a direction, none at all among them."""

DIRECTIONS: Final = len(Direction)

COUNT: Final = SIZE * SIZE * DIRECTIONS * LENGTHS
"""How many numbers there are, those of triples that no game has included."""

Numbers = npt.NDArray[np.intp]
Weights = npt.NDArray[np.float32]


class Triple(NamedTuple):
    """A square, a direction, and how many discs flip."""

    square: Square
    direction: Direction
    length: int

    @property
    def number(self) -> int:
        """Its place in an array of all."""
        at = self.square.row * SIZE + self.square.col
        turned = list(Direction).index(self.direction)
        return (at * DIRECTIONS + turned) * LENGTHS + self.length


ACHIEVABLE: Final = tuple(
    Triple(square, direction, length)
    for square in sorted(SQUARES - CENTRE)
    for direction in Direction
    for length in range(1, LENGTHS)
    if along(square, direction, length + 1) in SQUARES
)
"""The triples that some game has."""


def numbers(own: Words, opponent: Words, square: Words) -> Numbers:
    """For each position and direction the number of the triple when a disc is placed on the square.

    Where nothing flips in a direction it is that of length 0.
    """
    index: Any = np.bitwise_count(square - np.uint64(1)).astype(np.intp) * DIRECTIONS
    found = np.empty((own.size, DIRECTIONS), np.intp)
    for direction, (step, back) in enumerate(STANDARD.steps):
        flipped = FILL(square, step, opponent) & FILL(own, back, opponent)
        found[:, direction] = (index + direction) * LENGTHS + np.bitwise_count(flipped)
    return found
