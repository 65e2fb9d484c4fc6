"""Life: cells live or die by the number of their neighbours that live.

Assumptions:
    init is called before any other access program.

Considerations:
    Conway's game has a plane without end. Here nothing lives beyond the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from modspec import AbstractObject

__all__ = ["SIZE", "OutOfBounds", "init", "is_alive", "population", "step", "toggle"]

SIZE: Final = 3
"""The number of rows, and of columns."""


class Cell(NamedTuple):  # [cells]
    """A cell."""

    row: int
    col: int


CELLS: Final = frozenset(Cell(r, c) for r in range(SIZE) for c in range(SIZE))  # [cells]
"""All cells."""


class OutOfBounds(Exception):  # [cells]
    """There is no such cell."""


class World(AbstractObject):
    """The one world of the module."""

    alive: Mapping[Cell, bool]  # [alive]
    """Whether each cell lives."""


def invariant(world: World) -> bool:
    """Nothing lives beyond the edges."""
    return frozenset(world.alive) == CELLS  # [cells]


def init() -> World:
    """Begin with no life."""
    return World(alive={c: False for c in CELLS})  # [begins-empty]


def toggle(world: World, row: int, col: int) -> World:
    """Give life to a cell, or take it."""
    if Cell(row, col) not in CELLS:
        raise OutOfBounds  # [cells]
    return World(
        alive={**world.alive, Cell(row, col): not world.alive[Cell(row, col)]},  # [toggle]
    )


def step(world: World) -> World:
    """All cells are born, survive or die at once."""
    return World(
        alive={
            c: neighbours(world.alive, c) == 3  # [birth]
            or (world.alive[c] and neighbours(world.alive, c) == 2)  # [survival]
            for c in CELLS
        }
    )


def is_alive(world: World, row: int, col: int) -> bool:
    """Whether a cell lives."""
    if Cell(row, col) not in CELLS:
        raise OutOfBounds  # [cells]
    return world.alive[Cell(row, col)]  # [alive]


def population(world: World) -> int:
    """How many cells live."""
    return sum(1 for c in CELLS if world.alive[c])  # [population]


def neighbours(alive: Mapping[Cell, bool], cell: Cell) -> int:
    """How many of the eight cells around a cell live."""
    return sum(
        1
        for r in range(cell.row - 1, cell.row + 2)
        for c in range(cell.col - 1, cell.col + 2)
        if Cell(r, c) != cell and Cell(r, c) in CELLS and alive[Cell(r, c)]
    )  # [neighbours]
