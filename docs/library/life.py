"""Life: cells live or die by the number of their neighbours that live.

Assumptions:
    init is called before any other access program.

Considerations:
    Conway's game has a plane without end. Here nothing lives beyond the edges.
"""

from __future__ import annotations

from collections.abc import Set
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

    alive: Set[Cell]  # [alive]
    """The cells that live."""


def invariant(world: World) -> bool:
    """Nothing lives beyond the edges."""
    return world.alive <= CELLS  # [cells]


def init() -> World:
    """Begin with no life."""
    return World(alive=frozenset())  # [begins-empty]


def toggle(world: World, row: int, col: int) -> World:
    """Give life to a cell, or take it."""
    if Cell(row, col) not in CELLS:
        raise OutOfBounds  # [cells]
    return World(
        alive=world.alive - {Cell(row, col)}
        if Cell(row, col) in world.alive  # [toggle]
        else world.alive | {Cell(row, col)}  # [toggle]
    )


def step(world: World) -> World:
    """All cells are born, survive or die at once."""
    return World(
        alive={
            c
            for c in CELLS
            if neighbours(world.alive, c) == 3  # [birth]
            or (c in world.alive and neighbours(world.alive, c) == 2)  # [survival]
        }
    )


def is_alive(world: World, row: int, col: int) -> bool:
    """Whether a cell lives."""
    if Cell(row, col) not in CELLS:
        raise OutOfBounds  # [cells]
    return Cell(row, col) in world.alive  # [alive]


def population(world: World) -> int:
    """How many cells live."""
    return len(world.alive)  # [population]


def neighbours(alive: Set[Cell], cell: Cell) -> int:
    """How many of the eight cells around a cell live."""
    return sum(
        1
        for r in range(cell.row - 1, cell.row + 2)
        for c in range(cell.col - 1, cell.col + 2)
        if Cell(r, c) != cell and Cell(r, c) in alive
    )  # [neighbours]
